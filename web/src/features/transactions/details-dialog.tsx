// The details of one transaction.
import type { Transaction } from '@/entities/transactions/transaction'
import { transactionDetails as copy, transactionForm, transactions } from '@/shared/copy/transactions'
import { dayText, momentText } from '@/shared/lib/calendar'
import { Button } from '@/shared/ui/button'
import { Fact, Facts, LongFact } from '@/shared/ui/figures/facts'
import { Dialog } from '@/shared/ui/overlays/dialog'
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
      <Facts className="mt-4">
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
        <LongFact name={transactionForm.description}>{description || copy.noDescription}</LongFact>
      </Facts>
    </Dialog>
  )
}
