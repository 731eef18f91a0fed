// Saves a file from a screen other than the library; the code for that is loaded with the first download.
import type { Document } from '@/entities/documents/document'

export async function saveDocumentLater(document: Document) {
  const { saveDocument } = await import('./list/save-document')
  await saveDocument(document)
}
