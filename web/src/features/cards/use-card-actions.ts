// Deleting a card after a confirmation, making one the default, and copying a shown number. Results are shown as
// toasts.
import type { Card } from '@/entities/cards/card'
import { useDeleteCard, useMakeCardDefault } from '@/entities/cards/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { cards as copy } from '@/shared/copy/money/cards'
import { confirm } from '@/shared/ui/overlays/confirm'
import { toast } from '@/shared/ui/toast/toast'

const nameOf = ({ type, lastFour }: Card) => copy.ending(copy.types[type], lastFour)

export function useCardActions() {
  const { mutateAsync: remove } = useDeleteCard()
  const { mutateAsync: makeDefault } = useMakeCardDefault()

  const showFailure = (error: unknown, fallback: string) =>
    toast.error(errorMessageOf(error, fallback) ?? calls.offline, TOASTS.other)

  return {
    /** Deletes a card after a confirmation. Resolves true if it was deleted. */
    async remove(card: Card): Promise<boolean> {
      const isSure = await confirm({
        title: copy.deleteQuestion,
        description: copy.deleteMeaning(nameOf(card)),
        confirmLabel: copy.delete,
      })
      if (!isSure) return false
      try {
        await remove(card.id)
        toast.success(copy.deleted, TOASTS.success)
        return true
      } catch (error) {
        showFailure(error, copy.deleteFailed)
        return false
      }
    },
    async makeDefault(card: Card) {
      try {
        await makeDefault(card.id)
        toast.success(copy.madeDefault(nameOf(card)), TOASTS.success)
      } catch (error) {
        showFailure(error, copy.defaultFailed)
      }
    },
    async copyNumber(number: string) {
      try {
        await navigator.clipboard.writeText(number)
        toast.success(copy.copied, TOASTS.success)
      } catch {
        toast.error(copy.copyFailed, TOASTS.other)
      }
    },
  }
}
