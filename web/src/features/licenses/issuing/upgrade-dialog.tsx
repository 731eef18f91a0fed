// The dialog that upgrades a license to a higher kind, for the difference in price or another price.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Kind } from '@/entities/licenses/kind'
import { TIERS } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import type { License, WholeLicense } from '@/entities/licenses/license'
import { useUpgradeLicense } from '@/entities/licenses/mutations'
import { upgradeForm as copy } from '@/shared/copy/licenses/licenses'
import { optionalTypedAmount } from '@/shared/forms/typed-amount'
import { useEntry } from '@/shared/forms/use-entry'
import { formatMinor, toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { SALES } from './issue-schema'
import { SaleChoice } from './sale-choice'

/** Returns the kinds that a license can be upgraded to, the nearest first. */
export function higherKinds(
  license: Pick<License, 'kind_id' | 'tier' | 'price' | 'currency'>,
  kinds: readonly Kind[],
) {
  const tier = TIERS.indexOf(license.tier)
  return kinds
    .filter(
      (kind) =>
        kind.enabled &&
        kind.id !== license.kind_id &&
        kind.currency === license.currency &&
        kind.price > license.price &&
        TIERS.indexOf(kind.tier) >= tier,
    )
    .sort((one, other) => one.price - other.price)
}

/** The difference in minor units between the price that was paid and the price of a kind. */
export function differenceOf(license: Pick<License, 'price'>, kind: Pick<Kind, 'price'>): bigint {
  const difference = toMinor(kind.price) - toMinor(license.price)
  return difference > 0n ? difference : 0n
}

type UpgradeDialogProps = {
  open: boolean
  onClose: () => void
  license: License
  onUpgraded: (license: WholeLicense) => void
}

export function UpgradeDialog(props: UpgradeDialogProps) {
  const { data: kinds } = useQuery(kindsQuery)
  return kinds ? <Form {...props} kinds={kinds} /> : null
}

function Form({
  open,
  onClose,
  license,
  onUpgraded,
  kinds,
}: UpgradeDialogProps & { kinds: readonly Kind[] }) {
  const steps = higherKinds(license, kinds)
  const { mutateAsync: upgrade } = useUpgradeLicense()
  const first = steps[0]
  const [isTyped, setTyped] = useState(false)
  const initial: v.InferInput<typeof schema> = {
    kind_id: first?.id ?? '',
    price: first ? toTyped(differenceOf(license, first)) : '',
    sale: 'Completed',
  }
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema,
    values: initial,
    add: {
      bodyOf: ({ kind_id, price, sale }: v.InferOutput<typeof schema>) => ({
        kind_id,
        ...(price === null ? {} : { price: toNumber(price) }),
        ...(sale === 'none' || price === 0n ? {} : { sale: { status: sale } }),
      }),
      send: (body, { keyFor }) => upgrade({ id: license.id, body, key: keyFor({ id: license.id, ...body }) }),
      done: copy.done,
    },
    failed: copy.failed,
    onDone: onUpgraded,
  })
  const chosen = steps.find(({ id }) => id === form.watch('kind_id'))

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      isSubmitDisabled={steps.length === 0}
      failure={failure}
      title={copy.title(license.reference)}
      description={copy.intro}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.saving }}
    >
      {steps.length === 0 ? (
        <p className="text-ink-2">{copy.none}</p>
      ) : (
        <>
          <Field label={copy.kind} error={errors.kind_id?.message}>
            <Select
              value={chosen?.id ?? null}
              options={steps.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={(id) => {
                form.setValue('kind_id', id)
                const next = steps.find((kind) => kind.id === id)
                if (next && !isTyped) form.setValue('price', toTyped(differenceOf(license, next)))
              }}
            />
          </Field>
          <Field
            label={copy.price}
            error={errors.price?.message}
            hint={chosen && copy.priceHint(formatMinor(differenceOf(license, chosen), license.currency))}
          >
            <Input
              {...field('price')}
              onInput={() => setTyped(true)}
              figures="amount"
              inputMode="decimal"
              autoComplete="off"
            />
          </Field>
          <SaleChoice value={form.watch('sale')} onChange={(sale) => form.setValue('sale', sale)} />
        </>
      )}
    </EntryDialog>
  )
}

const schema = v.object({
  kind_id: v.string(),
  price: optionalTypedAmount({ allowsZero: true }),
  sale: v.picklist(SALES),
})
