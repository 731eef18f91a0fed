// Parts of a whole as one bar with a legend, where a ring would be too large.
import { cx } from '../lib/cx'
import type { ColoredShare } from './shares'

export function SplitBar({ label, shares }: { label: string; shares: readonly ColoredShare[] }) {
  return (
    <div>
      <div aria-hidden className="flex gap-0.5 h-2 rounded-small overflow-hidden">
        {shares.map(({ name, part, background }) => (
          <i key={name} className={cx('min-w-0.5', background)} style={{ flexGrow: part, flexBasis: 0 }} />
        ))}
      </div>
      <ul aria-label={label} className="flex flex-wrap gap-x-3.5 gap-y-1.5 mt-3.5 text-12 text-ink-2">
        {shares.map(({ name, value, background }) => (
          <li key={name} className="flex items-center gap-1.5 min-w-0">
            <i aria-hidden className={cx('flex-none size-2 rounded-[2px]', background)} />
            <span className="truncate">{name}</span>
            <b className="num font-medium text-ink">{value.toLocaleString('en-US')}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
