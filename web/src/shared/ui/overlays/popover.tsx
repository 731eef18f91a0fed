// A small panel beside its button for a few controls, such as filters. Not modal: the page stays usable, and clicking
// or focusing it closes the panel.
import {
  type ComponentPropsWithRef,
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
} from 'react'
import { cx } from '@/shared/lib/cx'
import { popupClass } from './popup-class'
import { type Align, useAnchored } from './use-anchored'

interface PopoverProps {
  trigger: ReactElement<ComponentPropsWithRef<'button'>>
  /** The popover's name; shown unless titleHidden. */
  title: ReactNode
  titleHidden?: boolean
  children: ReactNode
  align?: Align
  className?: string
}

export function Popover({
  trigger,
  title,
  titleHidden = false,
  children,
  align = 'end',
  className,
}: PopoverProps) {
  const id = useId()
  const { open, setOpen, trigger: button, popup, closeAndReturn } = useAnchored(align)

  useEffect(() => {
    if (open) popup.current?.focus()
  }, [open, popup])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // The same Escape must not close a dialog around it.
    event.stopPropagation()
    closeAndReturn()
  }

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      {open ? (
        <div
          ref={popup}
          id={id}
          role="dialog"
          popover="manual"
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          onKeyDown={onKeyDown}
          className={cx(popupClass, 'p-4 min-w-[220px]', className)}
        >
          <h2 id={`${id}-title`} className={titleHidden ? 'sr-only' : 'mb-2 text-14'}>
            {title}
          </h2>
          {children}
        </div>
      ) : null}
    </>
  )
}
