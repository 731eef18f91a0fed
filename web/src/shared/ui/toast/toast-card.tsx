// One toast, dark in every theme.
import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { cx } from '@/shared/lib/cx'
import { stageActionClass } from './stage-button'
import { releaseToasts, type ToastEntry, type ToastKind, toast } from './toast'

const ICONS: Record<ToastKind, typeof Check> = {
  success: Check,
  error: CircleAlert,
  info: Info,
  warning: TriangleAlert,
}

/** The kinds' names for screen readers, which cannot see the icon. */
const KIND_NAMES: Record<ToastKind, string> = {
  success: 'Success',
  error: 'Error',
  info: 'Information',
  warning: 'Warning',
}

export function ToastCard({ entry }: { entry: ToastEntry }) {
  const close = () => toast.dismiss(entry.id)
  useReleaseWhenGone(entry.position)
  return (
    // Focusable so that F6 can reach it, and Escape then closes it.
    <div
      role="group"
      data-toast={entry.kind}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog beneath stays open.
        event.stopPropagation()
        close()
      }}
      className={cx(
        'settle pointer-events-auto rounded-control bg-stage text-stage-ink border border-stage-line shadow-2 glass starting:opacity-0 starting:translate-x-4',
        entry.leaving && 'opacity-0 pointer-events-none!',
      )}
    >
      {entry.render ? entry.render(close) : <Message entry={entry} onClose={close} />}
    </div>
  )
}

/** A toast removed under the pointer or with the focus sends no leave event, so the timers are released here. */
function useReleaseWhenGone(position: ToastEntry['position']) {
  useEffect(
    () => () => {
      releaseToasts(`pointer ${position}`)
      releaseToasts(`focus ${position}`)
    },
    [position],
  )
}

function Message({ entry, onClose }: { entry: ToastEntry; onClose: () => void }) {
  const kind = entry.kind === 'custom' ? 'info' : entry.kind
  const Icon = ICONS[kind]
  const { action } = entry
  return (
    <div className="flex items-start gap-2.5 min-h-11 py-2 pl-3 pr-2">
      <Icon role="img" aria-label={KIND_NAMES[kind]} className="mt-1 text-stage-mark" />
      <div className="grow min-w-0 py-1 break-words">
        <p>{entry.text}</p>
        {entry.description ? <p className="mt-0.5 text-12 text-stage-ink-2">{entry.description}</p> : null}
        {action ? (
          <button
            type="button"
            className={cx(stageActionClass, 'mt-2')}
            onClick={() => {
              action.onSelect()
              onClose()
            }}
          >
            {action.label}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="grid place-items-center size-7 flex-none rounded-control text-stage-ink-2 hover:text-stage-ink hover:bg-stage-2"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
