// A filter by a first and a last day, with common ranges to choose from.
import { filters as copy } from '@/shared/copy/filters'
import { DAY_RANGES, type Days, daysOf, isReversedRange, rangeOf } from '@/shared/lib/time/day-ranges'
import { Field } from './field'
import { Input } from './input'
import { Select } from './select'

const ANY = 'any'
const CUSTOM = 'custom'

type DateRangeProps = { days: Days; onChange: (days: Days) => void }

export function DateRange({ days, onChange }: DateRangeProps) {
  const { from, to } = days
  const isAny = from === '' && to === ''
  const range = rangeOf(days)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={copy.dates} className="col-span-2">
        <Select
          value={isAny ? ANY : (range ?? CUSTOM)}
          onValueChange={(chosen) => {
            if (chosen === ANY) onChange({ from: '', to: '' })
            else if (chosen !== CUSTOM) onChange(daysOf(chosen))
          }}
          options={[
            { value: ANY, label: copy.anyTime },
            ...DAY_RANGES.map((value) => ({ value, label: copy.ranges[value] })),
            // Custom is not chosen here but by typing days below.
            ...(isAny || range ? [] : [{ value: CUSTOM, label: copy.custom } as const]),
          ]}
        />
      </Field>
      <Field label={copy.from}>
        <Input
          type="date"
          className="num"
          value={from}
          onChange={({ target }) => onChange({ from: target.value, to })}
        />
      </Field>
      <Field label={copy.to} error={isReversedRange(days) ? copy.wrongWay : undefined}>
        <Input
          type="date"
          className="num"
          value={to}
          onChange={({ target }) => onChange({ from, to: target.value })}
        />
      </Field>
    </div>
  )
}
