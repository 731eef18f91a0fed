// The type of a beat or video on the screens.
import type { Schemas } from '@/shared/api/client'

export const CATEGORIES = ['beat', 'video'] as const
export const STATUSES = ['Available', 'Sold'] as const

export type Category = (typeof CATEGORIES)[number]
export type DocumentStatus = (typeof STATUSES)[number]

export type Document = Omit<Schemas['Document'], 'category' | 'status' | 'analysis' | 'outline'> & {
  category: Category
  status: DocumentStatus
  analysis: 'pending' | 'done' | 'failed'
  /** The loudness of each part of the sound, from 0 to 63; null if it was not analyzed. */
  outline: readonly number[] | null
  /** False for a format that no browser plays; missing from older servers. */
  playable?: boolean | null
  /** The relative key, where both keys fit; missing from older servers. */
  relative_key?: string | null
}

export type DocumentChange = Schemas['DocumentRequest'] & { artist?: string | null }

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function fromServer(sent: Schemas['Document']): Document {
  return {
    ...sent,
    roles: sent.roles ?? [],
    category: sent.category === 'video' ? 'video' : 'beat',
    status: sent.status === 'Sold' ? 'Sold' : 'Available',
    analysis: sent.analysis === 'pending' || sent.analysis === 'failed' ? sent.analysis : 'done',
    outline: sent.outline === null ? null : partsOf(sent.outline),
  }
}

/** The letters that encode the loudness levels of an outline, from silence to the loudest. */
const LEVELS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

export function partsOf(outline: string): number[] {
  return [...outline].map((letter) => Math.max(0, LEVELS.indexOf(letter)))
}

export function nameOf({ title, file_name }: Pick<Document, 'title' | 'file_name'>): string {
  return title || file_name
}

/** The file's extension in capitals, such as 'WAV'. For a name without one, the subtype of its MIME type. */
export function formatOf({ file_name, file_type }: Pick<Document, 'file_name' | 'file_type'>): string {
  const extension = /\.([^.\s]{1,8})$/.exec(file_name)?.[1] ?? file_type.split('/').pop() ?? ''
  return extension.toUpperCase()
}

/** A detected value with a lower confidence is doubtful. */
const SURE_CONFIDENCE = 0.6

/** True for a detected value with low confidence. A value that a person set has no confidence and is not doubtful. */
export function isDoubtful(confidence: number | null): boolean {
  return confidence !== null && confidence < SURE_CONFIDENCE
}
