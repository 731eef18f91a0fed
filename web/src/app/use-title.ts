// The browser tab names the screen.
import { useEffect } from 'react'
import { brand } from '@/shared/copy/brand'

export function useTitle(screen: string | null) {
  useEffect(() => {
    document.title = screen === null ? brand.name : brand.title(screen)
  }, [screen])
}
