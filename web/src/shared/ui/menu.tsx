// A menu of actions behind a button. An entry acts, or leads somewhere when it is given a link to render.
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { popupClass } from './popup-class'

const itemClass =
  'flex items-center gap-2.5 min-h-9 px-2.5 rounded-inner outline-none cursor-pointer data-highlighted:bg-surface-3 data-disabled:opacity-50 [&>.lucide]:size-[18px]'

export interface MenuProps {
  /** The button that opens it; it must have a name. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50 outline-none">
          <Base.Popup className={cx(popupClass, 'min-w-[200px] max-h-(--available-height)')}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  onSelect?: () => void
  disabled?: boolean
  danger?: boolean
}

export function MenuItem({ children, icon, onSelect, disabled, danger = false }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={cx(itemClass, danger ? 'text-neg' : '[&>.lucide]:text-ink-3')}
    >
      {icon}
      {children}
    </Base.Item>
  )
}

/** `render` is the link element itself, such as `<Link to="/profile" />`. */
export function MenuLink({
  children,
  icon,
  render,
}: {
  children: ReactNode
  icon?: ReactNode
  render: ReactElement
}) {
  return (
    <Base.LinkItem render={render} closeOnClick className={cx(itemClass, '[&>.lucide]:text-ink-3')}>
      {icon}
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <hr className="my-1 -mx-1 border-line" />
}
