// Deletes an item after a confirmation, and shows the result as a toast. An item that licenses promise is deleted only
// with the password, for which a dialog asks.
import { Suspense, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { useDeleteDocument } from '@/entities/documents/mutations'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { library as copy } from '@/shared/copy/library/library'
import { lazy } from '@/shared/lib/lazy'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

const PromisedDialog = lazy(async () => ({
  default: (await import('@/shared/ui/overlays/promised-dialog')).PromisedDialog,
}))

/** Returns the function that deletes an item, and a dialog that the caller must render. */
export function useRemoveDocument(onDeleted?: () => void) {
  const { mutateAsync } = useDeleteDocument()
  const [doomed, setDoomed] = useState({ id: '', count: 0, isOpen: false, serial: 0 })

  const done = () => {
    toast.success(copy.deleted, TOASTS.success)
    onDeleted?.()
  }

  async function remove(document: Document) {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(nameOf(document)),
      confirmLabel: copy.delete,
    })
    if (!isSure) return
    try {
      await mutateAsync({ id: document.id })
      done()
    } catch (error) {
      const count = error instanceof ApiError ? error.details.promised : undefined
      if (typeof count === 'number')
        return setDoomed(({ serial }) => ({ id: document.id, count, isOpen: true, serial: serial + 1 }))
      toast.error(errorMessageOf(error, copy.deleteFailed) ?? copy.deleteFailed, TOASTS.other)
    }
  }

  const dialog =
    doomed.serial === 0 ? null : (
      <Suspense>
        <PromisedDialog
          key={doomed.serial}
          open={doomed.isOpen}
          onClose={() => setDoomed((now) => ({ ...now, isOpen: false }))}
          what="beat"
          count={doomed.count}
          onDelete={async (password) => {
            await mutateAsync({ id: doomed.id, password })
            done()
          }}
        />
      </Suspense>
    )
  return { remove, dialog }
}
