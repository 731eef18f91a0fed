// The dialog that pays a client: amount, account and note. A refusal, such as a too low balance, is shown at the
// amount. The idempotency key makes sure that a repeated request pays only once.
import { type Client, maskedNumber } from '@/entities/clients/client'
import { usePayClient } from '@/entities/clients/mutations'
import type { Account } from '@/entities/wallet/queries'
import { payClient as copy } from '@/shared/copy/clients'
import { useEntry } from '@/shared/forms/use-entry'
import { formatAmount } from '@/shared/lib/money/money'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { paymentOf, paySchema } from './pay-schema'

type PayDialogProps = {
  open: boolean
  onClose: () => void
  client: Client
  /** The accounts: the wallet first, then one per currency. */
  accounts: readonly Account[]
}

export function PayDialog({ open, onClose, client, accounts }: PayDialogProps) {
  const { mutateAsync: pay } = usePayClient(client.id)
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: paySchema,
    values: { amount: '', account_id: accounts[0]?.id ?? '', note: '' },
    add: {
      bodyOf: paymentOf,
      send: (payment, { keyFor }) => pay({ payment, key: keyFor(payment) }),
      done: (payment) => copy.done(formatAmount(payment.amount, currencyOf(payment.account_id)), client.name),
    },
    failed: copy.failed,
    conflictField: 'amount',
    onDone: onClose,
  })
  const currencyOf = (accountId: string | null | undefined) =>
    accounts.find(({ id }) => id === accountId)?.currency
  const currency = currencyOf(form.watch('account_id'))

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={copy.title(client.name)}
      description={copy.to(client.bank_name, maskedNumber(client.account_number))}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.pending }}
    >
      <Field
        label={copy.amount}
        error={errors.amount?.message}
        required
        aside={currency ? <span className="num text-12 text-ink-3">{currency}</span> : null}
      >
        <Input
          {...field('amount')}
          size="lg"
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={copy.amountPlaceholder}
          className="text-20!"
        />
      </Field>
      <Field label={copy.account} error={errors.account_id?.message}>
        <Select
          {...field('account_id')}
          // Clears the error at the amount, which was about the previously chosen account.
          onValueChange={() => form.clearErrors('amount')}
          options={accounts.map(({ id, name, balance, currency }) => ({
            value: id,
            label: copy.accountOption(name, formatAmount(balance, currency)),
          }))}
        />
      </Field>
      <Field
        label={copy.note}
        error={errors.note?.message}
        aside={<span className="text-12 text-ink-3">{copy.optional}</span>}
      >
        <Textarea {...field('note')} rows={2} placeholder={copy.notePlaceholder} className="min-h-[60px]!" />
      </Field>
    </EntryDialog>
  )
}
