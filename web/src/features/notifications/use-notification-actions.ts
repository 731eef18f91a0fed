// The actions on notifications. Deleting one can be undone, deleting all that are read asks first; failures are shown as
// toasts.
import {
  useDeleteNotification,
  useDeleteRead,
  useMarkAllRead,
  useMarkNotification,
} from '@/entities/notifications/mutations'
import type { Notification } from '@/entities/notifications/notification'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { notifications as copy } from '@/shared/copy/notifications'
import { removeWithUndo, sendRemovals } from '@/shared/lib/removals'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

function showFailure(text: string) {
  return (error: unknown) => {
    toast.error(errorMessageOf(error, text) ?? calls.offline, TOASTS.other)
  }
}

export function useNotificationActions() {
  const mark = useMarkNotification()
  const markAll = useMarkAllRead()
  const remove = useDeleteNotification()
  const removeRead = useDeleteRead()
  return {
    mark: ({ id }: Notification, read: boolean) =>
      mark.mutate({ id, read }, { onError: showFailure(copy.markFailed) }),

    markAllRead: () =>
      markAll.mutate(undefined, {
        onSuccess: () => toast.success(copy.allRead, TOASTS.success),
        onError: showFailure(copy.markAllFailed),
      }),
    isMarkingAll: markAll.isPending,

    remove: ({ id }: Notification) =>
      removeWithUndo({ id, text: copy.deleted, send: () => remove(id), failed: copy.deleteFailed }),

    async removeRead(count: number) {
      const isSure = await confirm({
        title: copy.deleteReadQuestion,
        description: copy.deleteReadMeaning(count),
        confirmLabel: copy.delete,
      })
      if (!isSure) return
      await sendRemovals()
      removeRead.mutate(undefined, {
        onSuccess: ({ deleted }) => toast.success(copy.deletedRead(deleted), TOASTS.success),
        onError: showFailure(copy.deleteReadFailed),
      })
    },
    isRemovingRead: removeRead.isPending,
  }
}
