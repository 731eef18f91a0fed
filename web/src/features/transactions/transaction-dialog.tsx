// The dialog that records or changes a transaction. The server's message about a field is shown at that field, a too
// low balance at the amount.
import { Controller } from 'react-hook-form'
import { useAddTransaction, useUpdateTransaction } from '@/entities/transactions/mutations'
import { FORM_TYPES, STATUSES, type Transaction } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { transactionForm as copy, transactions } from '@/shared/copy/money/transactions'
import { useDateQuestion } from '@/shared/forms/date-question'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { bodyOf, changeOf, newValues, transactionSchema, valuesOf } from './transaction-schema'

type TransactionDialogProps = {
  open: boolean
  onClose: () => void
  accounts: readonly Account[]
  /** The entry to change; if left out, a new one is recorded. */
  transaction?: Transaction
}

export function TransactionDialog({ open, onClose, accounts, transaction }: TransactionDialogProps) {
  const { mutateAsync: add } = useAddTransaction()
  const { mutateAsync: update } = useUpdateTransaction()
  const question = useDateQuestion(transaction?.date)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: transactionSchema,
    values: transaction ? valuesOf(transaction) : newValues(accounts[0]?.id ?? ''),
    add: {
      bodyOf,
      send: (body, { keyFor }) => {
        const sent = { ...body, ...question.confirmation(body.date) }
        return add({ body: sent, key: keyFor(sent) })
      },
      done: copy.added,
    },
    update: transaction && {
      before: transaction,
      changeOf,
      send: (change) =>
        update({ id: transaction.id, change: { ...change, ...question.confirmation(change.date) } }),
      done: copy.saved,
    },
    failed: copy.failed,
    conflictField: 'amount',
    onDone: onClose,
  })
  const [type, accountId, date, status] = form.watch(['type', 'account_id', 'date', 'status'])
  const isPlanned = status === 'pending'
  const currency = accounts.find((account) => account.id === accountId)?.currency

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={(event) => {
        if (!question.isDoubtful(date, isPlanned)) return submit(event)
        event.preventDefault()
        question.askAndFocus(date)
      }}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={transaction ? copy.edit : copy.add}
      labels={{ cancel: copy.cancel, submit: transaction ? copy.save : copy.add, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      <Field label={copy.title} error={errors.title?.message} required className="sm:col-span-2">
        <Input {...field('title')} placeholder={copy.titlePlaceholder} />
      </Field>
      <Field label={copy.type} error={errors.type?.message}>
        <Select {...field('type')} options={namedOptions(FORM_TYPES, transactions.types)} />
      </Field>
      <Field label={copy.account} error={errors.account_id?.message}>
        <Select
          {...field('account_id')}
          options={accounts.map(({ id, name, currency }) => ({
            value: id,
            label: copy.accountOption(name, currency),
          }))}
        />
      </Field>
      {type === 'other' ? (
        <div className="grid content-start gap-1.5 sm:col-span-2">
          <span aria-hidden className="font-medium">
            {copy.direction}
          </span>
          <Controller
            control={form.control}
            name="direction"
            render={({ field: { value, onChange } }) => (
              <Segmented
                label={copy.direction}
                value={value}
                onValueChange={onChange}
                options={[
                  { value: 'in', label: copy.comesIn },
                  { value: 'out', label: copy.goesOut },
                ]}
              />
            )}
          />
        </div>
      ) : null}
      <Field
        label={copy.amount}
        error={errors.amount?.message}
        required
        aside={currency ? <span className="num text-12 text-ink-3">{currency}</span> : null}
      >
        <Input
          {...field('amount')}
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={copy.amountPlaceholder}
        />
      </Field>
      <Field label={copy.status} error={errors.status?.message} hint={copy.statusHint}>
        <Select {...field('status')} options={namedOptions(STATUSES, transactions.statuses)} />
      </Field>
      <Field label={copy.date} error={question.error(date, isPlanned, errors.date?.message)} required>
        <Input {...field('date')} onBlur={() => question.ask(date)} type="date" className="num" />
      </Field>
      <Field label={copy.time} error={errors.time?.message} required>
        <Input {...field('time')} type="time" className="num" />
      </Field>
      <Field
        label={copy.description}
        error={errors.description?.message}
        aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
        className="sm:col-span-2"
      >
        <Textarea {...field('description')} rows={3} className="min-h-[76px]!" />
      </Field>
    </EntryDialog>
  )
}
