// The state of a page's dialogs: which one is open. Each opening has its own number, used as React key, so that a form
// starts empty; the content stays while the dialog fades out.
import { useCallback, useState } from 'react'

export function useDialogs<Shown>() {
  const [state, setState] = useState<{ shown: Shown | null; isOpen: boolean; serial: number }>({
    shown: null,
    isOpen: false,
    serial: 0,
  })
  const show = useCallback(
    (shown: Shown) => setState(({ serial }) => ({ shown, isOpen: true, serial: serial + 1 })),
    [],
  )
  const close = useCallback(() => setState((now) => ({ ...now, isOpen: false })), [])
  return { ...state, show, close }
}
