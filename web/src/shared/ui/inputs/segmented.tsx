// A few choices side by side, one of them selected, such as a period.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

interface SegmentedProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onValueChange: (value: Value) => void
}

export function Segmented<Value extends string>({
  label,
  options,
  value,
  onValueChange,
}: SegmentedProps<Value>) {
  return (
    <fieldset className="inline-flex w-fit min-w-0 p-[3px] rounded-control bg-surface-3 max-w-full overflow-x-auto">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onValueChange(option.value)}
          className={cx(
            'grow h-[30px] px-3 max-sm:px-2 rounded-inner font-medium whitespace-nowrap focus-visible:-outline-offset-2',
            option.value === value
              ? 'bg-raised text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)]'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
