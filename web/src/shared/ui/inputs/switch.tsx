// A switch that takes effect at once. Name it with a Field, with aria-labelledby (a settings row) or with aria-label.
import { Switch as Base } from '@base-ui/react/switch'
import { cx } from '@/shared/lib/cx'
import { useFieldControl } from './field'

interface SwitchProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  id?: string
  name?: string
  className?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

export function Switch({ onCheckedChange, className, ...rest }: SwitchProps) {
  return (
    <Base.Root
      {...rest}
      {...useFieldControl(rest)}
      onCheckedChange={(checked) => onCheckedChange(checked)}
      className={cx(
        'relative inline-block flex-none w-9 h-5 rounded-pill bg-line-control data-checked:bg-accent data-disabled:opacity-50 cursor-pointer data-disabled:cursor-default',
        className,
      )}
    >
      <Base.Thumb className="settle block absolute left-0.5 top-0.5 size-4 rounded-pill bg-knob data-checked:translate-x-4 data-checked:bg-on-accent" />
    </Base.Root>
  )
}
