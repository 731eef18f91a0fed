// The dialog of the license prices of one beat or of several: for each kind of license the default price, an own price,
// or not offered. For several beats only the chosen kinds change.
import { type FormEvent, useState } from 'react'
import { type BeatPrice, PRICE_SOURCES, useSetPrices } from '@/entities/prices/prices'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { beatPrices as copy } from '@/shared/copy/library/beat'
import { formatAmount } from '@/shared/lib/money/money'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'
import { type Choice, changesOf, faultOf, type PriceValue, valuesOf } from './price-values'

type PriceDialogProps = {
  open: boolean
  onClose: () => void
  ids: readonly string[]
  /** True for a selection of beats: nothing is chosen at first, and kinds without a choice keep their prices. */
  isMany?: boolean
  title: string
  /** The prices of one beat, or for several beats the kinds of license with their default prices. */
  prices: readonly BeatPrice[]
}

export function PriceDialog({ open, onClose, ids, isMany = false, title, prices }: PriceDialogProps) {
  const { mutateAsync: save, isPending } = useSetPrices()
  const [before] = useState(() => (isMany ? [] : valuesOf(prices)))
  const [values, setValues] = useState<PriceValue[]>(() =>
    valuesOf(prices).map((value) => (isMany ? { ...value, choice: 'keep' as const } : value)),
  )
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const change = (kindId: string, part: Partial<PriceValue>) =>
    setValues(values.map((value) => (value.kindId === kindId ? { ...value, ...part } : value)))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setFailure(null)
    if (values.some((value) => faultOf(value) !== null)) return
    const changes = changesOf(values, before)
    if (changes.length === 0) return onClose()
    try {
      await save({ ids, prices: changes })
      toast.success(isMany ? copy.savedMany(ids.length) : copy.saved, TOASTS.success)
      onClose()
    } catch (error) {
      setFailure(errorMessageOf(error, copy.saveFailed) ?? calls.offline)
    }
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={title}
      description={isMany ? copy.hintMany : undefined}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
    >
      {prices.map(({ kind_id, name, default_price, currency }) => {
        const value = values.find(({ kindId }) => kindId === kind_id)
        if (!value) return null
        const fault = isChecked ? faultOf(value) : null
        const choices: Choice[] = isMany ? ['keep', ...PRICE_SOURCES] : [...PRICE_SOURCES]
        return (
          <div
            key={kind_id}
            className="grid gap-x-3 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_200px_132px] items-start"
          >
            <span className="font-medium sm:leading-9 truncate">{name}</span>
            <div className="grid grid-cols-[minmax(0,1fr)_120px] gap-2 sm:contents">
              <Select
                aria-label={copy.offerOf(name)}
                value={value.choice}
                onValueChange={(choice) => change(kind_id, { choice })}
                options={choices.map((choice) => ({
                  value: choice,
                  label:
                    choice === 'default'
                      ? copy.offers.default(formatAmount(default_price, currency))
                      : copy.offers[choice],
                }))}
              />
              {value.choice === 'own' ? (
                <Field label={copy.priceOf(name)} labelHidden error={fault}>
                  <Input
                    figures="amount"
                    inputMode="decimal"
                    autoComplete="off"
                    value={value.typed}
                    onChange={({ target }) => {
                      setChecked(false)
                      change(kind_id, { typed: target.value })
                    }}
                  />
                </Field>
              ) : (
                <span />
              )}
            </div>
          </div>
        )
      })}
    </EntryDialog>
  )
}
