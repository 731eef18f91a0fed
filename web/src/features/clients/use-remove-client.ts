// Deletes a client after a confirmation, and shows the result as a toast.
import type { Client } from '@/entities/clients/client'
import { useDeleteClient } from '@/entities/clients/mutations'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { clients as copy } from '@/shared/copy/clients'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

/** Resolves true if it was deleted. */
export function useRemoveClient(): (client: Client) => Promise<boolean> {
  const { mutateAsync } = useDeleteClient()
  return async ({ id, name }) => {
    const isSure = await confirm({
      title: copy.deleteQuestion,
      description: copy.deleteMeaning(name),
      confirmLabel: copy.delete,
    })
    if (!isSure) return false
    try {
      await mutateAsync(id)
      toast.success(copy.deleted, TOASTS.success)
      return true
    } catch (error) {
      toast.error(answeredText(error, copy.deleteFailed) ?? calls.offline, TOASTS.other)
      return false
    }
  }
}
