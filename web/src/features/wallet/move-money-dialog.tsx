// Deposit and Withdraw: an amount, the card or client it comes from or goes to, and a note. A refusal, such as
// more than the wallet holds, stands at the amount. Sent again after a lost answer, the movement still happens only once.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Card } from '@/entities/cards/card'
import { clientChoicesQuery } from '@/entities/wallet/counterparts'
import { type MoveKind, useMoveMoney } from '@/entities/wallet/mutations'
import type { Wallet } from '@/entities/wallet/queries'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { moveMoney as copy } from '@/shared/copy/finances'
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
import {
  counterpartOptions,
  firstCounterpart,
  type MovementValues,
  movementOf,
  movementSchema,
} from './movement-schema'

type MoveMoneyDialogProps = {
  kind: MoveKind
  wallet: Wallet
  cards: readonly Card[]
  open: boolean
  onClose: () => void
}

export function MoveMoneyDialog({ kind, wallet, cards, open, onClose }: MoveMoneyDialogProps) {
  const words = copy[kind]
  const { form, field } = useEntryForm<MovementValues>(movementSchema, {
    amount: '',
    counterpart: firstCounterpart(cards),
    note: '',
  })
  const { data: clients } = useQuery(clientChoicesQuery)
  const [failure, setFailure] = useState<string | null>(null)
  const move = useMoveMoney(kind)
  const attempts = useAttempts()
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    const movement = movementOf(values)
    setFailure(null)
    try {
      await move.mutateAsync({ movement, key: attempts.keyFor(movement) })
      attempts.done()
      toast.success(words.done(formatAmount(movement.amount, wallet.currency)), TOASTS.success)
      onClose()
    } catch (error) {
      explain(error)
    }
  })

  function explain(error: unknown) {
    if (showFieldErrors(form, error)) return
    const text = answeredText(error, words.failed) ?? calls.offline
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
      dismissible={!move.isPending}
      size="sm"
      title={words.title}
      description={words.intro}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={move.isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={move.isPending} pendingLabel={words.pending}>
            {words.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        <Field
          label={copy.amount}
          error={errors.amount?.message}
          hint={copy.balance(formatAmount(wallet.balance, wallet.currency))}
          required
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
        <Field label={words.counterpart} error={errors.counterpart?.message}>
          <Select {...field('counterpart')} options={counterpartOptions(cards, clients ?? [])} />
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
