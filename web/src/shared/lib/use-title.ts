// Sets the browser tab's title to the name of the screen. With undefined a nested screen sets the title.
import { useEffect } from 'react'
import { brand } from '../copy/brand'

export function useTitle(screen: string | null | undefined) {
  useEffect(() => {
    if (screen !== undefined) document.title = screen === null ? brand.name : brand.title(screen)
  }, [screen])
}
