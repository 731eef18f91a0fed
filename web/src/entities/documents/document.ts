// A beat or video as the screens know it.
import type { Schemas } from '@/shared/api/client'

export const CATEGORIES = ['beat', 'video'] as const
export const STATUSES = ['Available', 'Sold'] as const

export type Category = (typeof CATEGORIES)[number]
export type DocumentStatus = (typeof STATUSES)[number]

export type Document = Omit<Schemas['Document'], 'category' | 'status' | 'analysis'> & {
  category: Category
  status: DocumentStatus
  analysis: 'pending' | 'done' | 'failed'
}

export type DocumentChange = Schemas['DocumentRequest']

/** The contract writes these as plain texts; a word unknown here is shown as what it is closest to. */
export function fromServer(sent: Schemas['Document']): Document {
  return {
    ...sent,
    category: sent.category === 'video' ? 'video' : 'beat',
    status: sent.status === 'Sold' ? 'Sold' : 'Available',
    analysis: sent.analysis === 'pending' || sent.analysis === 'failed' ? sent.analysis : 'done',
  }
}

export function nameOf({ title, file_name }: Pick<Document, 'title' | 'file_name'>): string {
  return title || file_name
}

/** 'WAV'; of a name without an extension the type's own word. */
export function formatOf({ file_name, file_type }: Pick<Document, 'file_name' | 'file_type'>): string {
  const extension = /\.([^.\s]{1,8})$/.exec(file_name)?.[1] ?? file_type.split('/').pop() ?? ''
  return extension.toUpperCase()
}
