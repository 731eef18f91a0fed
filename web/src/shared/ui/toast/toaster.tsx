// Shows the toasts: one live region per corner, always in the page, because a screen reader only announces changes in
// a region it already knows. Mount it once. F6 moves the focus to the newest toast. The regions are children of the body,
// beside the dialogs, so that they stand above an open dialog and can be used there.
import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '@/shared/lib/cx'
import { getToasts, holdToasts, releaseToasts, subscribeToToasts, type ToastPosition } from './toast'
import { ToastCard } from './toast-card'

const CORNERS: { position: ToastPosition; label: string; className: string }[] = [
  { position: 'top-right', label: 'Messages, top', className: 'top-4 flex-col' },
  {
    position: 'bottom-right',
    label: 'Messages, bottom',
    // The toasts stand above the mini player. On a phone the open player fills the bottom, and its controls must not be
    // covered. Over a list toasts do not cover the actions at the end of its rows.
    className: cx(
      'bottom-4 sm:bottom-6 in-data-[rail=open]:max-w-[248px] in-data-[rail=open]:right-4 max-sm:in-data-uploads:bottom-20 max-sm:in-data-player:bottom-auto max-sm:in-data-player:top-4 in-data-[player=minimized]:bottom-40! in-data-[player=minimized]:top-auto! flex-col-reverse',
      'in-data-[rows=wide]:right-29 min-[1200px]:in-data-[rows=wide]:right-66',
      'max-sm:in-data-[rows=wide]:right-16 max-sm:in-data-[rows=wide]:w-[calc(100vw-80px)]',
    ),
  },
]

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts)
  useEffect(holdWhileAway, [])
  useEffect(focusOnF6, [])
  return createPortal(
    CORNERS.map(({ position, label, className }) => (
      <section
        key={position}
        aria-label={label}
        aria-live="polite"
        onPointerEnter={() => holdToasts(`pointer ${position}`)}
        onPointerLeave={() => releaseToasts(`pointer ${position}`)}
        onFocus={() => holdToasts(`focus ${position}`)}
        onBlur={() => releaseToasts(`focus ${position}`)}
        className={cx(
          'fixed z-60 right-4 sm:right-6 flex items-end gap-2 max-w-[min(360px,calc(100vw-32px))] pointer-events-none',
          className,
        )}
      >
        {toasts
          .filter((entry) => entry.position === position)
          .map((entry) => (
            <ToastCard key={entry.id} entry={entry} />
          ))}
      </section>
    )),
    document.body,
  )
}

function holdWhileAway() {
  const follow = () => (document.hidden ? holdToasts('away') : releaseToasts('away'))
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    releaseToasts('away')
  }
}

function focusOnF6() {
  const onKeyDown = (event: KeyboardEvent) => {
    const newest = event.key === 'F6' ? document.querySelector<HTMLElement>('[data-toast]') : null
    if (!newest) return
    event.preventDefault()
    newest.focus()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
