// Changing an application's status, and deleting it with a few seconds to undo that. Results are shown as toasts.
import type { Application, ApplicationStatus } from '@/entities/applications/application'
import { useDeleteApplication, useUpdateApplication } from '@/entities/applications/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { applications as copy } from '@/shared/copy/applications'
import { calls } from '@/shared/copy/calls'
import { removeWithUndo } from '@/shared/lib/removals'
import { toast } from '@/shared/ui/toast/toast'

export function useApplicationActions() {
  const { mutateAsync: update } = useUpdateApplication()
  const send = useDeleteApplication()

  const setStatus = async ({ id }: Application, status: ApplicationStatus) => {
    try {
      await update({ id, change: { status } })
      toast.success(copy.statusChanged(copy.statuses[status]), TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, copy.statusFailed) ?? calls.offline, TOASTS.other)
    }
  }

  const remove = ({ id }: Application) =>
    removeWithUndo({ id, text: copy.deleted, send: () => send(id), failed: copy.deleteFailed })

  return { setStatus, remove }
}
