// The details of one transaction.
import { isEditable, type Transaction } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { transactionDetails as copy, transactionForm, transactions } from '@/shared/copy/money/transactions'
import { formatAmount, moneyParts } from '@/shared/lib/money/money'
import { dayText, momentText, timeText } from '@/shared/lib/time/calendar'
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
  accounts: readonly Account[]
  onEdit?: () => void
  onViewSale: (saleId: string) => void
}

export function DetailsDialog({
  open,
  onClose,
  transaction,
  accounts,
  onEdit,
  onViewSale,
}: DetailsDialogProps) {
  const { type, title, reference, date, time, status, description, currency } = transaction
  const { created_at, updated_at, amount, sale_id, transfer } = transaction
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name
  const accountName = nameOf(transaction.account_id) ?? currency
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
          {sale_id === null ? null : (
            <Button variant="primary" onClick={() => onViewSale(sale_id)}>
              {transactions.viewSale}
            </Button>
          )}
          {onEdit && isEditable(transaction) ? (
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
        {transfer ? (
          <>
            <Fact name={copy.from}>{accountName}</Fact>
            <Fact name={copy.to}>{nameOf(transfer.to_account_id) ?? transfer.currency}</Fact>
            {transfer.currency === currency ? null : (
              <>
                <Fact name={copy.received}>
                  <span className="num">{formatAmount(transfer.received, transfer.currency)}</span>
                </Fact>
                <Fact name={copy.rate}>
                  <span className="num">
                    {copy.rateText(
                      String(transfer.rate),
                      moneyParts(0, transfer.currency).symbol,
                      moneyParts(0, currency).symbol,
                    )}
                  </span>
                </Fact>
              </>
            )}
          </>
        ) : (
          <Fact name={transactionForm.account}>{accountName}</Fact>
        )}
        {counterpart ? <Fact name={amount < 0 ? copy.to : copy.from}>{counterpart}</Fact> : null}
        <Fact name={transactionForm.date}>
          <span className="num">{dayText(date)}</span>
        </Fact>
        <Fact name={transactionForm.time}>
          <span className="num">{timeText(time)}</span>
        </Fact>
        <Fact name={copy.recorded}>
          <span className="num">{momentText(created_at)}</span>
        </Fact>
        {updated_at === created_at ? null : (
          <Fact name={copy.changed}>
            <span className="num">{momentText(updated_at)}</span>
          </Fact>
        )}
        {description ? <LongFact name={transactionForm.description}>{description}</LongFact> : null}
      </Facts>
    </Dialog>
  )
}
