// A three-step measure, such as a password's strength: segments, and the percentage with its word for screen readers.
import { cx } from '@/shared/lib/cx'

interface MeterProps {
  label: string
  /** The measured value from 0 to 100. */
  percent: number
  /** The word for screen readers: Weak, Medium, Strong. */
  text: string
}

export function Meter({ label, percent, text }: MeterProps) {
  const filled = percent <= 0 ? 0 : percent < 50 ? 1 : percent < 100 ? 2 : 3
  const tone = filled === 1 ? 'bg-neg' : filled === 2 ? 'bg-warn' : 'bg-pos'
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="grid grid-cols-3 gap-1"
    >
      {[1, 2, 3].map((step) => (
        <span key={step} className={cx('h-1 rounded-pill', step <= filled ? tone : 'bg-surface-3')} />
      ))}
    </div>
  )
}
