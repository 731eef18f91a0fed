// The help dialog of every screen, loaded when it is first opened, and the key that opens it.
import { Suspense, useEffect, useRef } from 'react'
import { lazy } from '@/shared/lib/lazy'
import { isFreeKey } from '../shell/keys'

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
      if (event.key !== '?' || !isFreeKey(event)) return
      event.preventDefault()
      onHelp()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onHelp])
}
