// The actions on links: stopping, deleting, and deleting what visitors left. Results are shown as toasts.
import {
  useDeleteLink,
  useForgetVisitors,
  useStopLink,
  useStopLinksOfClient,
} from '@/entities/shares/mutations'
import type { WholeLink } from '@/entities/shares/share'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { shareLink as copy, shares } from '@/shared/copy/shares'
import { removeWithUndo } from '@/shared/lib/removals'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

export function useLinkActions() {
  const { mutateAsync: stop } = useStopLink()
  const { mutateAsync: stopAll } = useStopLinksOfClient()
  const { mutateAsync: forget } = useForgetVisitors()
  const send = useDeleteLink()

  async function attempt(action: () => Promise<string>, failed: string) {
    try {
      toast.success(await action(), TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, failed) ?? calls.offline, TOASTS.other)
    }
  }

  return {
    async stop({ link }: WholeLink) {
      const isSure = await confirm({
        title: copy.stopQuestion,
        description: copy.stopMeaning,
        confirmLabel: copy.stopConfirm,
      })
      if (!isSure) return
      await attempt(async () => {
        await stop(link.id)
        return copy.stopDone
      }, copy.stopFailed)
    },
    async stopClient({ id, name }: { id: string; name: string }) {
      const isSure = await confirm({
        title: shares.stopClientQuestion(name),
        description: shares.stopClientMeaning,
        confirmLabel: shares.stopAll,
      })
      if (isSure) await attempt(async () => shares.stoppedAll(await stopAll(id)), copy.stopFailed)
    },
    async clearVisitors({ link }: WholeLink) {
      const isSure = await confirm({
        title: copy.clearQuestion,
        description: copy.clearMeaning,
        confirmLabel: copy.clearConfirm,
      })
      if (!isSure) return
      await attempt(async () => {
        await forget(link.id)
        return copy.cleared
      }, copy.clearFailed)
    },
    remove({ link: { id } }: WholeLink) {
      removeWithUndo({ id, text: copy.deleted, send: () => send(id), failed: copy.deleteFailed })
    },
  }
}
