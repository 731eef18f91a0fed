// Deletes a sale, with a few seconds to undo it.
import { useDeleteSale } from '@/entities/sales/mutations'
import type { Sale } from '@/entities/sales/sale'
import { sales as copy } from '@/shared/copy/sales'
import { removeWithUndo } from '@/shared/lib/removals'

export function useRemoveSale(): (sale: Sale) => void {
  const send = useDeleteSale()
  return ({ id }) =>
    removeWithUndo({ id, text: copy.deleted, send: () => send(id), failed: copy.deleteFailed })
}
