// Recording a transaction, or changing one. What the server says about a field stands at that field; that an
// account holds too little stands at the amount.
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useAddTransaction, useUpdateTransaction } from '@/entities/transactions/mutations'
import { STATUSES, type Transaction, TYPES } from '@/entities/transactions/transaction'
import type { Account } from '@/entities/wallet/queries'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { transactionForm as copy, transactions } from '@/shared/copy/transactions'
import { useAttempts } from '@/shared/forms/attempts'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import {
  bodyOf,
  changeOf,
  newValues,
  type TransactionValues,
  transactionSchema,
  valuesOf,
} from './transaction-schema'

type TransactionDialogProps = {
  open: boolean
  onClose: () => void
  accounts: readonly Account[]
  /** The one to change; a new one is recorded without it. */
  transaction?: Transaction
}

export function TransactionDialog({ open, onClose, accounts, transaction }: TransactionDialogProps) {
  const { form, field } = useEntryForm<TransactionValues>(
    transactionSchema,
    transaction ? valuesOf(transaction) : newValues(accounts[0]?.id ?? ''),
  )
  const [failure, setFailure] = useState<string | null>(null)
  const add = useAddTransaction()
  const update = useUpdateTransaction()
  const attempts = useAttempts()
  const { errors } = form.formState
  const isPending = add.isPending || update.isPending
  const [type, accountId] = form.watch(['type', 'account_id'])
  const currency = accounts.find((account) => account.id === accountId)?.currency

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (transaction) await save(transaction, values)
      else await record(values)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

  async function record(values: TransactionValues) {
    const body = bodyOf(values)
    await add.mutateAsync({ body, key: attempts.keyFor(body) })
    attempts.done()
    toast.success(copy.added, TOASTS.success)
  }

  async function save(before: Transaction, values: TransactionValues) {
    const change = changeOf(before, values)
    if (Object.keys(change).length === 0) return
    await update.mutateAsync({ id: before.id, change })
    toast.success(copy.saved, TOASTS.success)
  }

  function explain(error: unknown) {
    if (showFieldErrors(form, error)) return
    const text = answeredText(error, copy.failed) ?? calls.offline
    if (error instanceof ApiError && error.status === 409) {
      form.setError('amount', { message: text }, { shouldFocus: true })
    } else setFailure(text)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      size="lg"
      title={transaction ? copy.edit : copy.add}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={isPending} pendingLabel={copy.saving}>
            {transaction ? copy.save : copy.add}
          </Button>
        </>
      }
    >
      <div className="grid sm:grid-cols-2 gap-4">
        {failure ? (
          <Banner tone="error" className="sm:col-span-2">
            {failure}
          </Banner>
        ) : null}
        <Field label={copy.title} error={errors.title?.message} required className="sm:col-span-2">
          <Input {...field('title')} placeholder={copy.titlePlaceholder} />
        </Field>
        <Field label={copy.type} error={errors.type?.message}>
          <Select {...field('type')} options={named(TYPES, transactions.types)} />
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
          <Select {...field('status')} options={named(STATUSES, transactions.statuses)} />
        </Field>
        <Field label={copy.date} error={errors.date?.message} required>
          <Input {...field('date')} type="date" className="num" />
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
      </div>
    </Dialog>
  )
}

function named<Word extends string>(words: readonly Word[], names: Record<Word, string>) {
  return words.map((word) => ({ value: word, label: names[word] }))
}
