// A small surface beside its button for a few controls, such as filters. Not modal: the page stays usable.
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { popupClass } from './popup-class'

export interface PopoverProps {
  trigger: ReactElement
  /** Its name; shown unless titleHidden. */
  title: ReactNode
  titleHidden?: boolean
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
}

export function Popover({
  trigger,
  title,
  titleHidden,
  children,
  align = 'end',
  open,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} collisionPadding={16} className="z-50">
          <Base.Popup
            className={cx(
              popupClass,
              'p-4 min-w-[220px] max-w-[calc(100vw-32px)] max-h-(--available-height)',
              className,
            )}
          >
            <Base.Title className={titleHidden ? 'sr-only' : 'font-semibold mb-2'}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
