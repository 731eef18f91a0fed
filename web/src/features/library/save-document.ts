// Saves an item's file to the person's disk.
import type { Document } from '@/entities/documents/document'
import { download } from '@/entities/documents/tickets'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { library as copy } from '@/shared/copy/media'
import { toast } from '@/shared/ui/toast/toast'

export async function saveDocument({ id }: Document) {
  try {
    await download(id)
    toast.success(copy.downloadStarted, TOASTS.success)
  } catch (error) {
    const text = answeredText(error, copy.downloadCallFailed) ?? copy.downloadCallFailed
    toast.error(text, { ...TOASTS.other, description: copy.downloadFailed })
  }
}
