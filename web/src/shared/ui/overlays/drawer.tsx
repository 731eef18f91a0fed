// A panel that slides in from the left over the page. It is modal: the focus stays in it, Escape and a tap beside it
// close it, and the focus returns to the button that opened it.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { iconButtonClass } from '../icon-button-class'
import { backdropClass } from './dialog'

interface DrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The accessible name, for screen readers. */
  label: string
  closeLabel?: string
  children: ReactNode
}

export function Drawer({ open, onOpenChange, label, closeLabel = 'Close menu', children }: DrawerProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          aria-label={label}
          className="fixed inset-y-0 left-0 z-40 flex flex-col w-(--sidebar) max-w-[calc(100vw-56px)] bg-drawer shadow-3 outline-none settle data-starting-style:-translate-x-full data-ending-style:-translate-x-full"
        >
          <Base.Close
            aria-label={closeLabel}
            className={cx(iconButtonClass(), 'absolute right-3 top-3.5 z-1')}
          >
            <X aria-hidden />
          </Base.Close>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
