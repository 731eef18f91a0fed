// Changing an application's status, and deleting it after a confirmation. Results are shown as toasts.
import type { Application, ApplicationStatus } from '@/entities/applications/application'
import { useDeleteApplication, useUpdateApplication } from '@/entities/applications/mutations'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { applications as copy } from '@/shared/copy/applications'
import { calls } from '@/shared/copy/calls'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

export function useApplicationActions() {
  const { mutateAsync: update } = useUpdateApplication()
  const { mutateAsync: remove } = useDeleteApplication()

  const setStatus = async ({ id }: Application, status: ApplicationStatus) => {
    try {
      await update({ id, change: { status } })
      toast.success(copy.statusChanged(copy.statuses[status]), TOASTS.success)
    } catch (error) {
      toast.error(answeredText(error, copy.statusFailed) ?? calls.offline, TOASTS.other)
    }
  }

  /** Resolves true if it was deleted. */
  const askAndRemove = async ({ id, title }: Application): Promise<boolean> => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(title),
      confirmLabel: copy.delete,
    })
    if (!isSure) return false
    try {
      await remove(id)
      toast.success(copy.deleted, TOASTS.success)
      return true
    } catch (error) {
      toast.error(answeredText(error, copy.deleteFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }

  return { setStatus, askAndRemove }
}
