// Everything about one transaction.
import type { ReactNode } from 'react'
import type { Transaction } from '@/entities/transactions/transaction'
import { transactionDetails as copy, transactionForm, transactions } from '@/shared/copy/transactions'
import { dayText, momentText } from '@/shared/lib/calendar'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/dialog'
import { SignedAmount } from './signed-amount'
import { StatusBadge } from './status-badge'
import { TypeGlyph } from './type-glyph'
import { useCounterpart } from './use-counterpart'

type DetailsDialogProps = {
  open: boolean
  onClose: () => void
  transaction: Transaction
  /** The name of the account it belongs to, where it is known. */
  accountName?: string
  onEdit?: () => void
}

export function DetailsDialog({ open, onClose, transaction, accountName, onEdit }: DetailsDialogProps) {
  const { type, title, reference, date, time, status, description, currency } = transaction
  const { created_at, updated_at, amount } = transaction
  const counterpart = useCounterpart(transaction)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={copy.title}
      footer={
        <>
          <Button onClick={onClose}>{copy.close}</Button>
          {onEdit ? (
            <Button variant="primary" onClick={onEdit}>
              {transactions.edit}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex items-start gap-3 pb-4">
        <TypeGlyph type={type} />
        <div className="grow min-w-0">
          <p className="font-medium break-words">{title}</p>
          <p className="num text-12 text-ink-3">{reference}</p>
        </div>
      </div>
      <p className="text-28 tracking-figures leading-9">
        <SignedAmount transaction={transaction} />
      </p>
      {status === 'completed' ? null : <p className="mt-1 text-12 text-ink-3">{copy.movesNothing}</p>}
      <dl className="mt-4 grid grid-cols-[minmax(96px,auto)_minmax(0,1fr)]">
        <Fact name={transactionForm.status}>
          <StatusBadge status={status} />
        </Fact>
        <Fact name={transactionForm.type}>{transactions.types[type]}</Fact>
        <Fact name={transactionForm.account}>{accountName ?? currency}</Fact>
        {counterpart ? <Fact name={amount < 0 ? copy.to : copy.from}>{counterpart}</Fact> : null}
        <Fact name={transactionForm.date}>
          <span className="num">{dayText(date)}</span>
        </Fact>
        <Fact name={transactionForm.time}>
          <span className="num">{time}</span>
        </Fact>
        <Fact name={copy.recorded}>
          <span className="num">{momentText(created_at)}</span>
        </Fact>
        {updated_at === created_at ? null : (
          <Fact name={copy.changed}>
            <span className="num">{momentText(updated_at)}</span>
          </Fact>
        )}
        <div className="col-span-2 py-2.5 border-t border-line">
          <dt className="text-ink-3">{transactionForm.description}</dt>
          <dd className="mt-1 whitespace-pre-line break-words">{description || copy.noDescription}</dd>
        </div>
      </dl>
    </Dialog>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents [&>*]:py-2.5 [&>*]:border-t [&>*]:border-line">
      <dt className="pr-4 text-ink-3">{name}</dt>
      <dd className="min-w-0 text-right break-words first-letter:uppercase">{children}</dd>
    </div>
  )
}
