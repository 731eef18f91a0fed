// The progress of a goal: a line along which a note head moves to the final barline.
import { cx } from '@/shared/lib/cx'

type GoalTrackProps = {
  label: string
  /** The saved share from 0 to 1; a larger share is drawn as 1. */
  share: number
  valueText: string
  className?: string
}

export function GoalTrack({ label, share, valueText, className }: GoalTrackProps) {
  const reached = Math.min(1, Math.max(0, share))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(reached * 100)}
      aria-valuetext={valueText}
      className={cx('relative h-3.5', className)}
    >
      <span className="absolute inset-x-0 top-1.5 h-0.5 bg-line-strong" />
      {/* The line is shorter by the width of the note head. */}
      <span className="absolute left-0 right-[13px] top-1.5 h-0.5">
        <span
          className="absolute inset-0 origin-left bg-series-1"
          style={{ transform: `scaleX(${reached})` }}
        />
        <span
          className="absolute -ml-[5px] -top-[3.5px] w-[11px] h-[9px] rounded-pill -rotate-24 bg-series-1"
          style={{ left: `${reached * 100}%` }}
        />
      </span>
      {reached === 1 ? <span className="absolute right-0 top-1.5 w-[13px] h-0.5 bg-series-1" /> : null}
      <span className="absolute right-0 top-0 w-[7px] h-3.5 border-l border-r-[3px] border-ink-2" />
    </div>
  )
}
