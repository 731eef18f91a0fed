// A change with arrow and color; screen readers get the sign instead of the arrow. Whether an increase is good depends on the figure.
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export interface DeltaProps {
  /** The change; its sign decides the direction. */
  value: number
  /** The text of the change, such as '26.6%'; the number itself by default. */
  text?: string
  /** The text that says what it is compared with. */
  note?: ReactNode
  /** True for a figure where a decrease is good. */
  lowerIsBetter?: boolean
}

export function Delta({ value, text, note, lowerIsBetter = false }: DeltaProps) {
  const up = value > 0
  const flat = value === 0
  const good = up !== lowerIsBetter
  const Arrow = flat ? Minus : up ? ArrowUp : ArrowDown
  return (
    <span className="num inline-flex items-center gap-0.5 text-12 whitespace-nowrap">
      <span
        className={cx(
          'inline-flex items-center gap-0.5 font-medium',
          flat ? 'text-ink-2' : good ? 'text-pos' : 'text-neg',
        )}
      >
        <Arrow aria-hidden className="size-3.5 stroke-2" />
        {flat ? null : <span className="sr-only">{up ? '+' : '−'}</span>}
        {text ?? Math.abs(value).toLocaleString('en-US')}
      </span>
      {note ? <span className="ml-1 text-ink-3">{note}</span> : null}
    </span>
  )
}
