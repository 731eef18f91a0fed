// The Filter button of a list: how many filters are on, the filters in a popover, and a button that resets them.
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button'
import { Count } from '../figures/count'
import { Popover } from './popover'

type FilterPopoverProps = {
  label: string
  /** Returns the button's label if some filters are on. */
  labelOn: (count: number) => string
  resetLabel: string
  /** How many filters are on. */
  count: number
  disabled?: boolean
  className: string
  onReset: () => void
  children: ReactNode
}

export function FilterPopover({
  label,
  labelOn,
  resetLabel,
  count,
  disabled,
  className,
  onReset,
  children,
}: FilterPopoverProps) {
  return (
    <Popover
      title={label}
      titleHidden
      className={className}
      trigger={
        <Button
          icon={<ListFilter aria-hidden />}
          disabled={disabled}
          aria-label={count === 0 ? label : labelOn(count)}
        >
          {label}
          {count === 0 ? null : <Count value={count} />}
        </Button>
      }
    >
      {children}
      <div className="mt-4 pt-3 border-t border-line">
        <Button size="sm" block disabled={count === 0} onClick={onReset}>
          {resetLabel}
        </Button>
      </div>
    </Popover>
  )
}
