// The help dialog of every screen, loaded when it is first opened, and the key that opens it.
import { lazy, Suspense, useEffect, useRef } from 'react'

const HelpDialog = lazy(async () => ({ default: (await import('@/features/help/help-dialog')).HelpDialog }))

export function HelpHost({ open, onClose }: { open: boolean; onClose: () => void }) {
  const wasOpened = useRef(false)
  wasOpened.current ||= open
  if (!wasOpened.current) return null
  return (
    <Suspense fallback={null}>
      <HelpDialog open={open} onClose={onClose} />
    </Suspense>
  )
}

/** Opens the help on "?", unless the focus is in a field or a dialog. */
export function useHelpKey(onHelp: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isBusy(event.target)) return
      event.preventDefault()
      onHelp()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onHelp])
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return true
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}
