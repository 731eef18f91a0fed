// A checkbox with its text; clicking the text toggles it too.
import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  /** True if some but not all of the items that the checkbox stands for are selected. */
  indeterminate?: boolean
  disabled?: boolean
  name?: string
  className?: string
}

export function Checkbox({
  label,
  checked,
  onCheckedChange,
  indeterminate,
  disabled,
  name,
  className,
}: CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside brings its own hidden input
    <label
      className={cx(
        'inline-flex items-center gap-2.5 min-h-7 cursor-pointer',
        disabled && 'opacity-50 cursor-default',
        className,
      )}
    >
      <Base.Root
        checked={checked}
        indeterminate={indeterminate}
        disabled={disabled}
        name={name}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="inline-grid place-items-center flex-none size-[18px] rounded-small border border-line-control bg-field text-on-accent data-checked:bg-accent data-checked:border-accent data-indeterminate:bg-accent data-indeterminate:border-accent"
      >
        <Base.Indicator className="block">
          {indeterminate ? (
            <Minus aria-hidden className="size-3.5 stroke-[2.5]" />
          ) : (
            <Check aria-hidden className="size-3.5 stroke-[2.5]" />
          )}
        </Base.Indicator>
      </Base.Root>
      <span>{label}</span>
    </label>
  )
}
