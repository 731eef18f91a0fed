// The dialog of the transaction whose id is in the address. The transaction stays while the dialog fades out. If it
// cannot be loaded, a toast reports that and the address is cleared.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { transactionQuery } from '@/entities/transactions/queries'
import type { Transaction } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { DetailsDialog } from '@/features/transactions/details-dialog'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { transactionDetails as copy } from '@/shared/copy/money/transactions'
import { toast } from '@/shared/ui/toast/toast'

type TransactionOnViewProps = {
  id?: string
  onClose: () => void
  accounts: readonly Account[]
  onEdit: (transaction: Transaction) => void
  onViewSale: (saleId: string) => void
}

export function TransactionOnView({ id, onClose, accounts, onEdit, onViewSale }: TransactionOnViewProps) {
  const { data, error } = useQuery({ ...transactionQuery(id ?? ''), enabled: id !== undefined })
  const last = useRef<Transaction>(undefined)
  if (data) last.current = data
  const transaction = data ?? last.current

  const leave = useRef(onClose)
  leave.current = onClose
  useEffect(() => {
    if (error === null) return
    toast.error(errorMessageOf(error, copy.loadFailed) ?? calls.offline, TOASTS.other)
    leave.current()
  }, [error])

  if (!transaction) return null
  return (
    <DetailsDialog
      open={id !== undefined && data !== undefined}
      onClose={onClose}
      transaction={transaction}
      accounts={accounts}
      onEdit={() => onEdit(transaction)}
      onViewSale={onViewSale}
    />
  )
}
