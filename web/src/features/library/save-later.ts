// Saving a file from a screen that first of all shows something else: what it takes is fetched with the first one.
import type { Document } from '@/entities/documents/document'

export async function save(document: Document) {
  const { saveDocument } = await import('./save-document')
  await saveDocument(document)
}
