// Saves files of the library to the person's disk.
import type { Document } from '@/entities/documents/document'
import { download } from '@/entities/documents/tickets'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { library as copy } from '@/shared/copy/library/library'
import { toast } from '@/shared/ui/toast/toast'

export async function saveDocument({ id }: Document) {
  try {
    await download(id)
    toast.success(copy.downloadStarted, TOASTS.success)
  } catch (error) {
    const text = errorMessageOf(error, copy.downloadCallFailed) ?? copy.downloadCallFailed
    toast.error(text, { ...TOASTS.other, description: copy.downloadFailed })
  }
}

/** The pause between two downloads: a browser drops downloads that start at the same moment. */
const BETWEEN_MS = 400

/** Saves the files one after the other. The browser may ask once whether several are wanted. */
export async function saveDocuments(documents: readonly Document[]) {
  for (const [index, document] of documents.entries()) {
    if (index > 0) await new Promise((done) => setTimeout(done, BETWEEN_MS))
    await saveDocument(document)
  }
}
