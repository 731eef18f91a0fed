// The sidebar's drawer on a narrow screen. A wide screen never loads its code; a narrow one prefetches it while idle,
// so that the first tap opens it at once.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazy } from '@/shared/lib/lazy'

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
    // A failed prefetch is ignored: opening the drawer fetches again.
    if (!wide.matches) loadDrawer().catch(() => {})
    // Closes the drawer when the window becomes wide enough for the sidebar.
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
