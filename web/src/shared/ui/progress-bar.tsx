// A progress bar, never drawn beyond its end.
import { cx } from '@/shared/lib/cx'

interface ProgressBarProps {
  /** The value from 0 to 1; a larger one is drawn as full. Undefined for an indeterminate bar. */
  value?: number
  label: string
  /** The value for screen readers, such as '$3,200 of $4,000'; the percentage by default. */
  valueText?: string
  /** True on the dark stage. */
  onStage?: boolean
  className?: string
}

export function ProgressBar({ value, label, valueText, onStage = false, className }: ProgressBarProps) {
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      aria-valuetext={valueText}
      className={cx(
        'h-1 rounded-pill overflow-hidden',
        onStage ? 'bg-stage-line' : 'bg-surface-3',
        className,
      )}
    >
      <div
        className={cx(
          'h-full w-full origin-left rounded-pill',
          onStage ? 'bg-stage-mark' : 'bg-series-1',
          share === undefined && 'animate-breathe max-w-2/5',
        )}
        style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  )
}
