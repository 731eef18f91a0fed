// A menu of actions behind a button. An item runs an action, or is a link if it is given one to render. Arrows, Home,
// End and first letters move the focus; Escape returns it to the button.
import {
  type ComponentPropsWithRef,
  cloneElement,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react'
import { cx } from '@/shared/lib/cx'
import { popupClass } from './popup-class'
import { type Align, useAnchored } from './use-anchored'

const CloseMenu = createContext<() => void>(() => {})

const itemClass =
  'flex items-center gap-2.5 w-full min-h-9 px-2.5 rounded-inner text-left outline-none hover:bg-surface-3 focus-visible:bg-surface-3 aria-disabled:opacity-50 aria-disabled:pointer-events-none [&>.lucide]:size-[18px]'

interface MenuProps {
  /** The button that opens the menu; it must have an accessible name. */
  trigger: ReactElement<ComponentPropsWithRef<'button'>>
  children: ReactNode
  align?: Align
}

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const id = useId()
  const { open, setOpen, trigger: button, popup, closeAndReturn } = useAnchored(align)
  const [startAt, setStartAt] = useState<'first' | 'last'>('first')

  const entries = () => [
    ...(popup.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])') ?? []),
  ]

  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries are read when it opens, not tracked
  useEffect(() => {
    if (open)
      entries()
        .at(startAt === 'first' ? 0 : -1)
        ?.focus()
  }, [open, startAt])

  function show(at: 'first' | 'last') {
    setStartAt(at)
    setOpen(true)
  }

  function onTriggerKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = entries()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = destination(event.key, at, all)
    if (event.key === 'Escape') closeAndReturn()
    else if (event.key === 'Tab') setOpen(false)
    else if (to) to.focus()
    else return
    // The same Escape must not close a dialog around the menu.
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => (open ? closeAndReturn() : show('first')),
        onKeyDown: onTriggerKeyDown,
      })}
      {open ? (
        <CloseMenu value={closeAndReturn}>
          <div
            ref={popup}
            id={id}
            role="menu"
            popover="manual"
            tabIndex={-1}
            aria-label={trigger.props['aria-label'] ?? undefined}
            onKeyDown={onKeyDown}
            className={cx(popupClass, 'min-w-[200px]')}
          >
            {children}
          </div>
        </CloseMenu>
      ) : null}
    </>
  )
}

function destination(key: string, at: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return all[(at + 1) % all.length]
    case 'ArrowUp':
      return all.at(at <= 0 ? -1 : at - 1)
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      // A letter moves the focus to the next entry that starts with it.
      if (key.length !== 1 || key === ' ') return undefined
      return [...all.slice(at + 1), ...all].find((entry) =>
        entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
      )
  }
}

interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  onSelect?: () => void
  disabled?: boolean
  danger?: boolean
}

export function MenuItem({ children, icon, onSelect, disabled = false, danger = false }: MenuItemProps) {
  const close = useContext(CloseMenu)
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (disabled) return
        close()
        onSelect?.()
      }}
      className={cx(itemClass, danger ? 'text-neg' : '[&>.lucide]:text-ink-3')}
    >
      {icon}
      {children}
    </button>
  )
}

interface MenuLinkProps {
  children: ReactNode
  icon?: ReactNode
  /** The link element itself, such as `<Link to="/profile" />`. */
  render: ReactElement<ComponentPropsWithRef<'a'>>
}

export function MenuLink({ children, icon, render }: MenuLinkProps) {
  const close = useContext(CloseMenu)
  const follow = render.props.onClick
  return cloneElement(
    render,
    {
      role: 'menuitem',
      tabIndex: -1,
      className: cx(itemClass, '[&>.lucide]:text-ink-3'),
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        follow?.(event)
        close()
      },
    },
    icon,
    children,
  )
}

export function MenuSeparator() {
  return <hr className="my-1 -mx-1 border-line" />
}
