// Paying a client: how much, from which account, what for. A refusal, such as more than the account holds,
// stands at the amount. Sent again after a lost answer, the payment still happens only once.
import { useState } from 'react'
import { type Client, maskedNumber } from '@/entities/clients/client'
import { usePayClient } from '@/entities/clients/mutations'
import type { Account } from '@/entities/wallet/queries'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { payClient as copy } from '@/shared/copy/clients'
import { useAttempts } from '@/shared/forms/attempts'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { formatAmount } from '@/shared/lib/money'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { type PayValues, paymentOf, paySchema } from './pay-schema'

type PayDialogProps = {
  open: boolean
  onClose: () => void
  client: Client
  /** The wallet first, then one per currency. */
  accounts: readonly Account[]
}

export function PayDialog({ open, onClose, client, accounts }: PayDialogProps) {
  const { form, field } = useEntryForm<PayValues>(paySchema, {
    amount: '',
    account_id: accounts[0]?.id ?? '',
    note: '',
  })
  const [failure, setFailure] = useState<string | null>(null)
  const pay = usePayClient(client.id)
  const attempts = useAttempts()
  const { errors } = form.formState
  const accountId = form.watch('account_id')
  const account = accounts.find(({ id }) => id === accountId)

  const submit = form.handleSubmit(async (values) => {
    const payment = paymentOf(values)
    setFailure(null)
    try {
      await pay.mutateAsync({ payment, key: attempts.keyFor(payment) })
      attempts.done()
      toast.success(copy.done(formatAmount(payment.amount, account?.currency), client.name), TOASTS.success)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

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
      dismissible={!pay.isPending}
      title={copy.title(client.name)}
      description={copy.to(client.bank_name, maskedNumber(client.account_number))}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={pay.isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={pay.isPending} pendingLabel={copy.pending}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <Field
          label={copy.amount}
          error={errors.amount?.message}
          required
          aside={account ? <span className="num text-12 text-ink-3">{account.currency}</span> : null}
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
            // What was said about the amount was said about the account before.
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
          <Textarea
            {...field('note')}
            rows={2}
            placeholder={copy.notePlaceholder}
            className="min-h-[60px]!"
          />
        </Field>
      </div>
    </Dialog>
  )
}
