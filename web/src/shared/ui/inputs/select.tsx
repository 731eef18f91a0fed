// One choice out of a few, with the browser's own select element, which works with phones, keyboards and screen
// readers and needs no code. select.css styles its list where the browser allows that.
import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import { cx } from '@/shared/lib/cx'
import { type ControlSize, controlClass } from './control-class'
import { useFieldControl } from './field'
import './select.css'

interface SelectOption<Value extends string> {
  value: Value
  label: string
  disabled?: boolean
}

interface SelectProps<Value extends string>
  extends Omit<ComponentPropsWithRef<'select'>, 'value' | 'defaultValue' | 'size' | 'multiple' | 'children'> {
  options: readonly SelectOption<Value>[]
  /** null while nothing is chosen. */
  value?: Value | null
  defaultValue?: Value
  onValueChange?: (value: Value) => void
  /** Shown until something is chosen. */
  placeholder?: string
  size?: ControlSize
}

export function Select<Value extends string>({
  options,
  value,
  defaultValue,
  onValueChange,
  onChange,
  placeholder,
  size,
  className,
  ...rest
}: SelectProps<Value>) {
  return (
    <div className={cx('relative', className)}>
      <select
        {...rest}
        {...useFieldControl(rest)}
        value={value === null ? '' : value}
        defaultValue={value === undefined ? (defaultValue ?? (placeholder ? '' : undefined)) : undefined}
        onChange={(event) => {
          onChange?.(event)
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onValueChange?.(chosen.value)
        }}
        className={cx(
          controlClass(size),
          'select pr-9 overflow-hidden whitespace-nowrap has-[option[value=""]:checked]:text-ink-3',
        )}
      >
        {placeholder ? (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        ) : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="absolute right-2.5 top-1/2 -translate-y-1/2 size-4 text-ink-3 pointer-events-none"
      />
    </div>
  )
}
