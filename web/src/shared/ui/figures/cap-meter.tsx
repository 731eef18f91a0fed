// How much of a cap is used: the line of a goal with a note head. Past the limit it crosses the barline; an unlimited use
// ends in a repeat sign, and one that is not allowed is a rest. Words always stand beside it.
import { cx } from '@/shared/lib/cx'

type CapMeterProps = {
  /** The state of the cap: not allowed, unlimited, or how much of it is used. */
  state: 'none' | 'free' | 'fine' | 'hot' | 'over'
  /** The share used; drawn from 0 to 1. */
  share: number
  /** True for a license that has ended: the meter is dimmed. */
  dim?: boolean
  className?: string
}

const COLORS = { fine: 'bg-series-1', hot: 'bg-warn', over: 'bg-neg' }

export function CapMeter({ state, share, dim = false, className }: CapMeterProps) {
  if (state === 'none') {
    return (
      <span aria-hidden className={cx('block h-3.5', className)}>
        <span className="block translate-y-1.5 w-3 h-1 bg-line-control" />
      </span>
    )
  }
  const reached = Math.min(1, Math.max(0, share))
  const color = state === 'free' ? '' : dim && state === 'fine' ? 'bg-ink-3' : COLORS[state]
  return (
    <span aria-hidden className={cx('block relative h-3.5', className)}>
      <span className="absolute inset-x-0 top-1.5 h-0.5 bg-line-strong" />
      <span className="absolute right-0 top-px w-1.5 h-3 border-l border-r-[3px] border-ink-2" />
      {state === 'free' ? (
        <>
          <span className="absolute right-3 top-[3px] size-[3px] rounded-pill bg-ink-2" />
          <span className="absolute right-3 top-[9px] size-[3px] rounded-pill bg-ink-2" />
        </>
      ) : (
        <span
          className={cx('absolute left-0 top-1.5 h-0.5', state === 'over' ? '-right-3.5' : 'right-[13px]')}
        >
          <span
            className={cx('absolute inset-0 origin-left', color)}
            style={{ transform: `scaleX(${state === 'over' ? 1 : reached})` }}
          />
          <span
            className={cx('absolute -ml-[5px] -top-[3.5px] w-[11px] h-[9px] rounded-pill -rotate-24', color)}
            style={{ left: state === 'over' ? 'calc(100% - 4px)' : `${reached * 100}%` }}
          />
        </span>
      )}
    </span>
  )
}
