// Where toasts appear: one live region per corner. Mount it once, above everything that may speak.
import { Toast as Base } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { cx } from '@/shared/lib/cx'
import { managers, POSITIONS, type ToastData, type ToastPosition, toasterMounted } from './toast'
import { ToastCard } from './toast-card'

const LIMIT = 4

const CORNERS: Record<ToastPosition, { label: string; className: string }> = {
  'top-right': { label: 'Messages, top', className: 'top-4 flex-col' },
  'bottom-right': { label: 'Messages, bottom', className: 'bottom-4 sm:bottom-6 flex-col-reverse' },
}

export function Toaster() {
  useEffect(toasterMounted, [])
  return POSITIONS.map((position) => (
    <Base.Provider key={position} toastManager={managers[position]} limit={LIMIT}>
      <Base.Portal>
        <Base.Viewport
          aria-label={CORNERS[position].label}
          className={cx(
            'fixed z-60 right-4 sm:right-6 flex gap-2 w-[min(360px,calc(100vw-32px))] pointer-events-none outline-none',
            CORNERS[position].className,
          )}
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  ))
}

function ToastList() {
  const { toasts } = Base.useToastManager<ToastData>()
  return toasts.map((item) => <ToastCard key={item.id} item={item} />)
}
