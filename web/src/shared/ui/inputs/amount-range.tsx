// A filter by a smallest and a largest amount. A typed text is applied a moment after the last key, and only if it is
// an amount.
import { useEffect, useRef, useState } from 'react'
import { TRANSACTION } from '@/shared/config/limits'
import { filters as copy } from '@/shared/copy/filters'
import { amountFaults } from '@/shared/copy/money/money'
import { type Amounts, areAmountsReversed, plainAmount } from '@/shared/lib/money/amount-range'
import { readAmount } from '@/shared/lib/money/read-amount'
import { Field } from './field'
import { Input } from './input'

type AmountRangeProps = { amounts: Amounts; onChange: (amounts: Amounts) => void }

export function AmountRange({ amounts, onChange }: AmountRangeProps) {
  const { min, max } = amounts
  const [typed, setTyped] = useState(amounts)
  const latest = useRef(onChange)
  latest.current = onChange

  // A filter that was changed elsewhere, for example by a reset, updates the inputs; a value that was applied from here
  // does not, because more may have been typed since.
  const applied = useRef(amounts)
  useEffect(() => {
    if (applied.current.min === min && applied.current.max === max) return
    applied.current = { min, max }
    setTyped({ min, max })
  }, [min, max])

  useEffect(() => {
    const read = { min: plainAmount(typed.min), max: plainAmount(typed.max) }
    if (read.min === null || read.max === null || (read.min === min && read.max === max)) return
    const next = { min: read.min, max: read.max }
    const timer = setTimeout(() => {
      applied.current = next
      latest.current(next)
    }, TRANSACTION.searchDelayMs)
    return () => clearTimeout(timer)
  }, [typed, min, max])

  return (
    <div className="grid grid-cols-2 gap-3">
      <Amount label={copy.min} value={typed.min} onChange={(next) => setTyped({ ...typed, min: next })} />
      <Amount
        label={copy.max}
        value={typed.max}
        error={areAmountsReversed(amounts) ? copy.amountWrongWay : undefined}
        onChange={(next) => setTyped({ ...typed, max: next })}
      />
    </div>
  )
}

type AmountProps = { label: string; value: string; error?: string; onChange: (typed: string) => void }

function Amount({ label, value, error, onChange }: AmountProps) {
  const { fault } = readAmount(value)
  return (
    <Field label={label} error={fault && fault !== 'missing' ? amountFaults[fault] : error}>
      <Input
        figures="amount"
        inputMode="decimal"
        autoComplete="off"
        placeholder={copy.amountPlaceholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}
