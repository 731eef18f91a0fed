// Deletes an item after a confirmation, and shows the result as a toast.
import type { Document } from '@/entities/documents/document'
import { nameOf } from '@/entities/documents/document'
import { useDeleteDocument } from '@/entities/documents/mutations'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { library as copy } from '@/shared/copy/media'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

/** Resolves true if it was deleted. `onPromised` is called with the number of licenses that promise it, if any. */
export function useRemoveDocument(
  onPromised?: (count: number) => void,
): (document: Document) => Promise<boolean> {
  const { mutateAsync } = useDeleteDocument()
  return async (document) => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(nameOf(document)),
      confirmLabel: copy.delete,
    })
    if (!isSure) return false
    try {
      await mutateAsync({ id: document.id })
      toast.success(copy.deleted, TOASTS.success)
      return true
    } catch (error) {
      const count = error instanceof ApiError ? error.details.promised : undefined
      if (onPromised && typeof count === 'number') {
        onPromised(count)
        return false
      }
      toast.error(answeredText(error, copy.deleteFailed) ?? copy.deleteFailed, TOASTS.other)
      return false
    }
  }
}
