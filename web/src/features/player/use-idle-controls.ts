// Hides the controls over a video after a while without activity, and shows them again on the next.
import { useCallback, useEffect, useRef, useState } from 'react'
import { MEDIA } from '@/shared/config/limits'

/** Returns whether the controls show, and the function to call on any activity. */
export function useIdleControls(canHide: boolean): [boolean, () => void] {
  const [isIdle, setIsIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stir = useCallback(() => {
    setIsIdle(false)
    clearTimeout(timer.current)
    if (canHide) timer.current = setTimeout(() => setIsIdle(true), MEDIA.controlsHideMs)
  }, [canHide])

  useEffect(() => {
    stir()
    return () => clearTimeout(timer.current)
  }, [stir])

  return [!canHide || !isIdle, stir]
}
