// Two or three choices side by side as native radio buttons, so that a form can register them and the arrow keys work.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cx } from '@/shared/lib/cx'

/** The class names of an invisible input that covers its label, so that it gets the pointer's clicks. */
export const hiddenInputClass = 'absolute inset-0 size-full m-0 opacity-0 cursor-pointer'

type SegmentsProps = {
  label: string
  options: readonly { value: string; label: string }[]
  field: UseFormRegisterReturn
  className?: string
}

export function Segments({ label, options, field, className }: SegmentsProps) {
  return (
    <fieldset className={cx('flex min-w-0 p-0.5 rounded-control bg-surface-3', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative grid grow place-items-center h-[30px] px-1.5 rounded-inner text-12 font-medium whitespace-nowrap text-ink-2 cursor-pointer hover:text-ink',
            'has-checked:bg-raised has-checked:text-ink has-checked:shadow-[var(--shadow-1),0_0_0_1px_var(--line)]',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          <input {...field} type="radio" value={option.value} className={hiddenInputClass} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
