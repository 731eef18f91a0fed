// The dialog that answers a counter-offer with another price.
import * as v from 'valibot'
import { useAnswerCounter } from '@/entities/offers/mutations'
import type { WholeOffer } from '@/entities/offers/offer'
import { counterForm as copy } from '@/shared/copy/offers'
import { typedAmount } from '@/shared/forms/typed-amount'
import { useEntry } from '@/shared/forms/use-entry'
import { toNumber } from '@/shared/lib/money/read-amount'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

const schema = v.object({ price: typedAmount })

type CounterDialogProps = { open: boolean; onClose: () => void; offer: WholeOffer }

export function CounterDialog({ open, onClose, offer }: CounterDialogProps) {
  const { mutateAsync: answer } = useAnswerCounter()
  const { field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: { price: '' },
    add: {
      bodyOf: ({ price }: v.InferOutput<typeof schema>) => ({
        answer: 'price',
        price: toNumber(price),
      }),
      send: (body) => answer({ id: offer.id, body }),
      done: copy.done,
    },
    failed: copy.failed,
    conflictField: 'price',
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
      title={copy.title}
      description={copy.intro(offer.buyer.name || offer.buyer.email)}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.saving }}
    >
      <Field
        label={copy.price}
        error={errors.price?.message}
        aside={<span className="num text-12 text-ink-3">{offer.currency}</span>}
        required
      >
        <Input {...field('price')} figures="amount" inputMode="decimal" autoComplete="off" />
      </Field>
    </EntryDialog>
  )
}
