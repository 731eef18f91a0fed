// The legend of a trend chart: which mark stands for which period.
import { cx } from '../lib/cx'

type ChartKeyProps = { now: string; before?: string; shape?: 'line' | 'bars' }

export function ChartKey({ now, before, shape = 'line' }: ChartKeyProps) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-2">
      <span className="inline-flex items-center gap-1.5">
        <i
          aria-hidden
          className={cx('bg-series-1', shape === 'bars' ? 'size-2 rounded-[2px]' : 'w-3 h-0.5')}
        />
        {now}
      </span>
      {before ? (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden className="w-3 border-t-2 border-dotted border-ink-3" />
          {before}
        </span>
      ) : null}
    </p>
  )
}
