// A dialog with one form: the failure on top, the fields, and a footer with Cancel and the submit button. While the form
// is being sent the dialog cannot be closed.
import type { FormEvent, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { Banner } from '../banner'
import { Button } from '../button'
import { Dialog, type DialogProps } from './dialog'

interface EntryDialogProps
  extends Pick<DialogProps, 'open' | 'title' | 'description' | 'size' | 'initialFocus' | 'onClosed'> {
  onClose: () => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isPending: boolean
  /** Shown above the fields. */
  failure?: string | null
  labels: { cancel: string; submit: string; pending: string }
  isSubmitDisabled?: boolean
  /** True makes the submit button red, for an action that cannot be undone. */
  isDanger?: boolean
  /** True leaves the footer out, for a dialog that only shows a success. */
  isDone?: boolean
  /** The class names of the fields' layout; one below the other by default. */
  gridClass?: string
  children: ReactNode
}

/** A layout of two columns, one on a phone. */
export const TWO_COLUMNS = 'sm:grid-cols-2'

export function EntryDialog({
  onClose,
  onSubmit,
  isPending,
  failure,
  labels,
  isSubmitDisabled,
  isDanger,
  isDone,
  gridClass,
  children,
  ...dialog
}: EntryDialogProps) {
  return (
    <Dialog
      {...dialog}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      onSubmit={onSubmit}
      footer={
        isDone ? undefined : (
          <>
            <Button disabled={isPending} onClick={onClose}>
              {labels.cancel}
            </Button>
            <Button
              type="submit"
              variant={isDanger ? 'danger' : 'primary'}
              disabled={isSubmitDisabled}
              pending={isPending}
              pendingLabel={labels.pending}
            >
              {labels.submit}
            </Button>
          </>
        )
      }
    >
      <div className={cx('grid gap-4', gridClass)}>
        {failure ? (
          <Banner tone="error" className="col-span-full">
            {failure}
          </Banner>
        ) : null}
        {children}
      </div>
    </Dialog>
  )
}
