// The confirmation before an action that loses data. It describes the consequences, names the action on its button, and
// focuses Cancel, so that an accidental Enter loses no data.
import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { cx } from '@/shared/lib/cx'
import { Button } from '../button'
import { backdropClass, dialogPopupClass } from './dialog'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** A form control that belongs to the question, below its description. */
  content?: ReactNode
  /** The button's label, which names the action: 'Delete', 'Sign out everywhere'. */
  confirmLabel: string
  cancelLabel?: string
  /** True makes the button red, for an action that loses data. False for a plain question. */
  danger?: boolean
  pending?: boolean
  pendingLabel?: string
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  content,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = true,
  pending = false,
  pendingLabel,
  onConfirm,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!pending) onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center p-4">
          <Base.Popup initialFocus={cancel} className={cx(dialogPopupClass, 'max-w-[400px]')}>
            <div className="overflow-y-auto px-(--pad) pt-5 pb-5">
              <Base.Title className="text-16 font-semibold">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-1.5 text-ink-2">{description}</Base.Description>
              ) : null}
              {content}
            </div>
            <div className="flex flex-wrap justify-end gap-2 px-(--pad) py-4 border-t border-line">
              <Button ref={cancel} disabled={pending} onClick={() => onOpenChange(false)}>
                {cancelLabel}
              </Button>
              <Button
                variant={danger ? 'danger' : 'primary'}
                pending={pending}
                pendingLabel={pendingLabel}
                onClick={onConfirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
