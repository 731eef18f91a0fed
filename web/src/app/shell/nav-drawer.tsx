// The sidebar's drawer on a narrow screen. A wide one never fetches it; a narrow one does while it is idle, so
// that the first tap finds it there.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

const WIDE = '(min-width: 64rem)'

const loadDrawer = async () => ({ default: (await import('@/shared/ui/overlays/drawer')).Drawer })
const Drawer = lazy(loadDrawer)

interface NavDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

export function NavDrawer({ open, onOpenChange, children }: NavDrawerProps) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)

  useEffect(() => {
    const wide = window.matchMedia(WIDE)
    // A failure is no loss here: opening the drawer tries again.
    if (!wide.matches) loadDrawer().catch(() => {})
    // A drawer left open while the window grows would cover a sidebar that is there again.
    const close = () => {
      if (wide.matches) onOpenChange(false)
    }
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [onOpenChange])

  if (!wanted) return null
  return (
    <Suspense>
      <Drawer open={open} onOpenChange={onOpenChange} label="Menu">
        {children}
      </Drawer>
    </Suspense>
  )
}
