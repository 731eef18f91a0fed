// A figure with its name and its change. One per screen is the hero.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { Delta, type DeltaProps } from './delta'

export interface StatProps {
  label: ReactNode
  value: ReactNode
  delta?: DeltaProps
  hero?: boolean
  /** What the figure counts, such as its currency, where figures with another scope stand beside it. */
  scope?: string
  className?: string
}

export function Stat({ label, value, delta, hero = false, scope, className }: StatProps) {
  return (
    <dl className={cx('min-w-0', className)}>
      <dt className="font-medium text-ink-2">
        {label}
        {scope ? <span className="text-12 font-regular text-ink-3">{` · ${scope}`}</span> : null}
      </dt>
      <dd
        className={cx(
          'num flex items-baseline min-h-11 mt-1 font-semibold',
          hero ? 'text-36 tracking-hero' : 'text-28 leading-[2.75rem] tracking-figures',
        )}
      >
        {value}
      </dd>
      {delta ? (
        <dd>
          <Delta {...delta} />
        </dd>
      ) : null}
    </dl>
  )
}
