// A dialog whose id is an address parameter. Opening it adds a history entry, so that Back closes it; closing it goes
// back, so that Back afterwards does not open it again. `go` navigates to the dialog with this id, or to the screen
// without a dialog.
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

export function useAddressDialog(go: (id?: string) => void): (id?: string) => void {
  const { history } = useRouter()
  const openedAt = useRef<string | null>(null)
  return (id) => {
    const isOpenedHere = openedAt.current === history.location.href
    openedAt.current = null
    if (id === undefined && isOpenedHere) {
      history.back()
      return
    }
    go(id)
    if (id !== undefined) {
      const stop = history.subscribe(({ location }) => {
        stop()
        openedAt.current = location.href
      })
    }
  }
}
