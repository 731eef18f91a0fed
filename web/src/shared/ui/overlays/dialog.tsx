// A modal dialog: title, body and a footer that stays in view while the body scrolls. The focus moves in, is kept in,
// and returns to where it was. With onSubmit the body and the footer are one form; closing it with something typed asks
// first.
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { confirmDiscard } from '@/shared/forms/confirm-discard'
import type { UnsavedForm } from '@/shared/forms/unsaved'
import { useUnsavedForm } from '@/shared/forms/use-unsaved-form'
import { cx } from '@/shared/lib/cx'
import { iconButtonClass } from '../icon-button-class'

const WIDTHS = { sm: 'max-w-[400px]', md: 'max-w-[480px]', lg: 'max-w-[640px]', xl: 'max-w-[880px]' }

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  size?: keyof typeof WIDTHS
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** The element that gets the focus first; the first control of the body by default. */
  initialFocus?: RefObject<HTMLElement | null>
  /** False while an action runs that must not be interrupted. */
  dismissible?: boolean
  /** Called after the closing animation, to reset the dialog's state. */
  onClosed?: () => void
}

export const backdropClass =
  'fixed inset-0 z-40 bg-overlay settle data-starting-style:opacity-0 data-ending-style:opacity-0'

export const dialogPopupClass =
  'settle relative flex flex-col w-full max-h-[calc(100dvh-32px)] bg-surface-solid text-ink border border-edge rounded-panel shadow-3 outline-none data-starting-style:opacity-0 data-starting-style:translate-y-2 data-ending-style:opacity-0'

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'md',
  onSubmit,
  initialFocus,
  dismissible = true,
  onClosed,
}: DialogProps) {
  const form = useRef<UnsavedForm | null>(null)
  const isAsking = useRef(false)
  const finalFocus = useFinalFocus(open)

  async function leave() {
    if (isAsking.current) return
    if (form.current?.isDirty()) {
      isAsking.current = true
      const isSure = await confirmDiscard()
      isAsking.current = false
      if (!isSure) return
      form.current?.discard()
    }
    onOpenChange(false)
  }

  const content = (
    <>
      <div className="min-h-0 overflow-y-auto px-(--pad) pt-1 pb-5">{children}</div>
      {footer ? (
        <div className="flex flex-wrap justify-end gap-2 px-(--pad) py-4 border-t border-line">{footer}</div>
      ) : null}
    </>
  )
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (next) onOpenChange(true)
        else if (dismissible) leave()
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Base.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            className={cx(dialogPopupClass, WIDTHS[size])}
          >
            <div className="pl-(--pad) pr-14 pt-5 pb-3">
              <Base.Title className="text-16 font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-1 text-ink-2">{description}</Base.Description>
              ) : null}
            </div>
            {onSubmit ? (
              <DialogForm onSubmit={onSubmit} handle={form}>
                {content}
              </DialogForm>
            ) : (
              content
            )}
            {/* Last in the tab order, so that the first focus goes to the dialog's content. */}
            <Base.Close
              aria-label="Close"
              disabled={!dismissible}
              className={cx(iconButtonClass('sm'), 'absolute right-3.5 top-4')}
            >
              <X aria-hidden />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type DialogFormProps = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  handle: RefObject<UnsavedForm | null>
  children: ReactNode
}

function DialogForm({ onSubmit, handle, children }: DialogFormProps) {
  const element = useRef<HTMLFormElement>(null)
  useUnsavedForm(element, titleOf, handle)
  return (
    <form ref={element} noValidate onSubmit={onSubmit} className="flex flex-col min-h-0">
      {children}
    </form>
  )
}

function titleOf(form: HTMLFormElement): string {
  const title = form.closest('[aria-labelledby]')?.getAttribute('aria-labelledby')
  return (title && document.getElementById(title)?.textContent) || ''
}

/**
 * Chooses the element that gets the focus after closing. A dialog that was opened by an address has no button that
 * opened it: then the page's content gets the focus, and not the first button in it.
 */
function useFinalFocus(open: boolean) {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement
  }, [open])
  return () => {
    const opener = before.current
    const isPage = opener === null || opener === document.body || opener.matches('main')
    return isPage ? document.querySelector<HTMLElement>('main') : true
  }
}
