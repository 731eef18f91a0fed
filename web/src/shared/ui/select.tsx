// One choice out of a few. The list opens over the field, is typed into to jump, and speaks as a listbox.
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { cx } from '@/shared/lib/cx'
import { type ControlSize, controlClass } from './control-class'
import { useFieldControl } from './field'
import { popupClass } from './popup-class'

export interface SelectOption<Value extends string> {
  value: Value
  label: ReactNode
  disabled?: boolean
}

export interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[]
  /** null while nothing is chosen. */
  value?: Value | null
  defaultValue?: Value
  onValueChange?: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  name?: string
  size?: ControlSize
  disabled?: boolean
  id?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

export function Select<Value extends string>({
  options,
  value,
  defaultValue,
  onValueChange,
  onBlur,
  placeholder,
  name,
  size,
  disabled,
  className,
  ref,
  ...rest
}: SelectProps<Value>) {
  const control = useFieldControl(rest)
  return (
    <Base.Root<Value>
      items={options}
      value={value}
      defaultValue={defaultValue}
      onValueChange={(next) => {
        if (next !== null) onValueChange?.(next)
      }}
      name={name}
      disabled={disabled}
      modal={false}
    >
      <Base.Trigger
        {...rest}
        {...control}
        ref={ref}
        onBlur={onBlur}
        className={cx(
          controlClass(size),
          'inline-flex items-center justify-between gap-2 text-left data-placeholder:text-ink-3',
          className,
        )}
      >
        <Base.Value placeholder={placeholder} className="truncate" />
        <Base.Icon>
          <ChevronDown aria-hidden className="size-4 text-ink-3" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cx(popupClass, 'min-w-(--anchor-width) max-h-(--available-height)')}>
            <Base.List className="overflow-y-auto">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="flex items-center gap-2 min-h-9 pl-2.5 pr-3 rounded-inner outline-none data-highlighted:bg-surface-3 data-selected:font-medium data-disabled:opacity-50"
                >
                  <span className="w-4 flex-none">
                    <Base.ItemIndicator>
                      <Check aria-hidden className="size-4 text-accent-text" />
                    </Base.ItemIndicator>
                  </span>
                  <Base.ItemText>{option.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
