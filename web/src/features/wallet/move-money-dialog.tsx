// The dialogs Deposit and Withdraw: an amount, the card or client as counterpart, and a note. A refusal, such as a too
// low balance, is shown at the amount. The idempotency key makes sure that a repeated request moves money only once.
import { useQuery } from '@tanstack/react-query'
import type { Card } from '@/entities/cards/card'
import { clientChoicesQuery } from '@/entities/wallet/counterparts'
import { type MoveKind, useMoveMoney } from '@/entities/wallet/mutations'
import type { Wallet } from '@/entities/wallet/queries'
import { moveMoney as copy } from '@/shared/copy/money/finances'
import { useEntry } from '@/shared/forms/use-entry'
import { formatAmount } from '@/shared/lib/money/money'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { counterpartOptions, firstCounterpart, movementOf, movementSchema } from './movement-schema'

type MoveMoneyDialogProps = {
  kind: MoveKind
  wallet: Wallet
  cards: readonly Card[]
  open: boolean
  onClose: () => void
}

export function MoveMoneyDialog({ kind, wallet, cards, open, onClose }: MoveMoneyDialogProps) {
  const words = copy[kind]
  const { data: clients } = useQuery(clientChoicesQuery)
  const { mutateAsync: move } = useMoveMoney(kind)
  const { field, errors, failure, isPending, submit } = useEntry({
    schema: movementSchema,
    values: { amount: '', counterpart: firstCounterpart(cards), note: '' },
    add: {
      bodyOf: movementOf,
      send: (movement, { keyFor }) => move({ movement, key: keyFor(movement) }),
      done: ({ amount }) => words.done(formatAmount(amount, wallet.currency)),
    },
    failed: words.failed,
    conflictField: 'amount',
    onDone: onClose,
  })

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="sm"
      title={words.title}
      description={words.intro}
      labels={{ cancel: copy.cancel, submit: words.submit, pending: words.pending }}
    >
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
        <Textarea {...field('note')} rows={2} placeholder={copy.notePlaceholder} className="min-h-[60px]!" />
      </Field>
    </EntryDialog>
  )
}
