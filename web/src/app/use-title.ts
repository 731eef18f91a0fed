// Sets the browser tab's title to the name of the screen.
import { useEffect } from 'react'
import { brand } from '@/shared/copy/brand'

export function useTitle(screen: string | null) {
  useEffect(() => {
    document.title = screen === null ? brand.name : brand.title(screen)
  }, [screen])
}
