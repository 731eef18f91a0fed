// The dialog that records a transfer between two own accounts. If the currencies differ, the received amount is
// computed from the rate, or the rate from the received amount. A refusal, such as a too low balance, is shown at the
// amount.
import { ArrowUpDown } from 'lucide-react'
import { useTransfer } from '@/entities/wallet/mutations'
import type { Account } from '@/entities/wallet/queries'
import { transferForm as copy, finances } from '@/shared/copy/money/finances'
import { useDateQuestion } from '@/shared/forms/date-question'
import { useEntry } from '@/shared/forms/use-entry'
import { formatAmount, formatMinor, moneyParts, toMinor } from '@/shared/lib/money/money'
import { readAmount } from '@/shared/lib/money/read-amount'
import { today } from '@/shared/lib/time/calendar'
import { IconButton } from '@/shared/ui/icon-button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { newTransfer, rateFor, receivedFor, transferOf, transferSchema } from './transfer-schema'

type TransferDialogProps = {
  open: boolean
  onClose: () => void
  /** The accounts: the wallet first, then one per currency. */
  accounts: readonly Account[]
}

export function TransferDialog({ open, onClose, accounts }: TransferDialogProps) {
  const { mutateAsync: transfer } = useTransfer()
  const question = useDateQuestion()
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: transferSchema(accounts),
    values: newTransfer(accounts),
    add: {
      bodyOf: transferOf,
      send: (body, { keyFor }) => {
        const sent = { ...body, ...question.confirmation(body.date) }
        return transfer({ body: sent, key: keyFor(sent) })
      },
      done: copy.done,
    },
    failed: copy.failed,
    conflictField: 'amount',
    onDone: onClose,
  })
  const values = form.watch()
  const from = accounts.find(({ id }) => id === values.from)
  const to = accounts.find(({ id }) => id === values.to)
  const isExchange = from?.currency !== to?.currency
  const options = accounts.map(({ id, name, currency }) => ({
    value: id,
    label: copy.accountOption(name, currency),
  }))

  /**
   * Called after the amount or the rate was typed: computes the received amount, or the rate if the received amount was
   * typed.
   */
  function follow(amount: string, rate: string, received: string, typed: 'rate' | 'received') {
    form.setValue('typed', typed)
    if (typed === 'rate') form.setValue('received', receivedFor(amount, rate))
    else form.setValue('rate', rateFor(amount, received))
    form.clearErrors(['rate', 'received'])
  }

  const typing = (name: 'amount' | 'rate' | 'received', onType: (typed: string) => void) =>
    form.register(name, {
      onChange: ({ target }) => {
        form.clearErrors(name)
        onType(target.value)
      },
    })

  function choose(next: { from: string; to: string }) {
    const currencyOf = (wanted: string) => accounts.find(({ id }) => id === wanted)?.currency
    const isPairNew = currencyOf(next.from) !== from?.currency || currencyOf(next.to) !== to?.currency
    form.setValue('from', next.from)
    form.setValue('to', next.to)
    // A rate is valid only for its two currencies, so it is cleared.
    if (isPairNew) {
      form.setValue('rate', '')
      form.setValue('received', '')
    }
    form.clearErrors()
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={(event) => {
        if (!question.isDoubtful(values.date)) return submit(event)
        event.preventDefault()
        question.askAndFocus(values.date)
      }}
      isPending={isPending}
      failure={failure}
      title={copy.title}
      description={finances.recordsOnly}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.pending }}
      gridClass="grid-cols-2 gap-3"
    >
      <div className="relative col-span-2 border border-line-control rounded-control">
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:grid-cols-2 gap-3 p-4 pb-5">
          <Field
            label={copy.from}
            error={errors.from?.message}
            hint={from ? copy.available(formatAmount(from.balance, from.currency)) : undefined}
          >
            <Select
              name="from"
              value={values.from}
              options={options}
              // Choosing the account of the other side swaps the two accounts.
              onValueChange={(id) => choose({ from: id, to: id === values.to ? values.from : values.to })}
            />
          </Field>
          <Field label={copy.amount} error={errors.amount?.message} required>
            <Input
              {...typing('amount', (typed) => follow(typed, values.rate, values.received, values.typed))}
              figures="amount"
              inputMode="decimal"
              autoComplete="off"
              placeholder={copy.amountPlaceholder}
            />
          </Field>
        </div>
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] sm:grid-cols-2 gap-3 p-4 pt-5 border-t border-line-control">
          <Field
            label={copy.to}
            error={errors.to?.message}
            hint={to ? copy.holds(formatAmount(to.balance, to.currency)) : undefined}
          >
            <Select
              name="to"
              value={values.to}
              options={options}
              onValueChange={(id) => choose({ from: id === values.from ? values.to : values.from, to: id })}
            />
          </Field>
          {isExchange ? (
            <Field label={copy.received} error={errors.received?.message} required>
              <Input
                {...typing('received', (typed) => follow(values.amount, values.rate, typed, 'received'))}
                figures="amount"
                inputMode="decimal"
                autoComplete="off"
                placeholder={copy.amountPlaceholder}
              />
            </Field>
          ) : null}
        </div>
        <span className="absolute left-1/2 top-1/2 -translate-1/2 rounded-pill border border-line-control bg-surface-solid">
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.swap}
            icon={<ArrowUpDown aria-hidden className="size-4" />}
            onClick={() => choose({ from: values.to, to: values.from })}
            className="rounded-pill!"
          />
        </span>
      </div>
      {isExchange && from && to ? (
        <Field
          label={copy.rate}
          error={errors.rate?.message}
          hint={copy.rateHint(
            moneyParts(0, to.currency).symbol.trim(),
            moneyParts(0, from.currency).symbol.trim(),
          )}
        >
          <Input
            {...typing('rate', (typed) => follow(values.amount, typed, values.received, 'rate'))}
            figures="code"
            inputMode="decimal"
            autoComplete="off"
            placeholder={copy.ratePlaceholder}
          />
        </Field>
      ) : null}
      <Field
        label={copy.date}
        error={question.error(values.date, false, errors.date?.message)}
        required
        className={isExchange ? '' : 'col-span-2'}
      >
        <Input
          {...field('date')}
          onBlur={() => question.ask(values.date)}
          type="date"
          max={today()}
          className="num"
        />
      </Field>
      <Field
        label={copy.note}
        error={errors.note?.message}
        aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
        className="col-span-2"
      >
        <Input {...field('note')} autoComplete="off" placeholder={copy.notePlaceholder} />
      </Field>
      {from && to ? (
        <BalancesAfter
          from={from}
          to={to}
          sent={readAmount(values.amount).minor}
          received={readAmount(isExchange ? values.received : values.amount).minor}
        />
      ) : null}
    </EntryDialog>
  )
}

type BalancesAfterProps = { from: Account; to: Account; sent?: bigint; received?: bigint }

/** The balances of both accounts after the transfer, shown once both amounts are known. */
function BalancesAfter({ from, to, sent, received }: BalancesAfterProps) {
  if (sent === undefined || received === undefined || from.id === to.id) return null
  const lines = [
    { account: from, after: toMinor(from.balance) - sent },
    { account: to, after: toMinor(to.balance) + received },
  ]
  return (
    <dl className="num col-span-2 border border-line rounded-control bg-surface-2">
      {lines.map(({ account, after }, index) => (
        <div
          key={account.id}
          className="flex flex-wrap justify-between gap-x-3 px-4 py-2.5 border-t border-line first:border-t-0"
        >
          <dt className="text-ink-2">{copy.after(account.name)}</dt>
          <dd className="font-medium">
            <span className={index === 1 ? 'double-rule' : undefined}>
              {formatMinor(after, account.currency)}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
