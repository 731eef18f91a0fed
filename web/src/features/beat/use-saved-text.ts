// A text that is saved while the person types: after a pause, when the field loses focus, and when the page is closed.
// A failed save is retried.
import { useEffect, useRef, useState } from 'react'
import { LIBRARY } from '@/shared/config/limits'

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed'

const RETRY_MS = 5_000

export function useSavedText(initial: string, save: (text: string, isLast: boolean) => Promise<unknown>) {
  const [text, setText] = useState(initial)
  const [state, setState] = useState<SaveState>('idle')
  const saving = useRef(save)
  saving.current = save
  const known = useRef({ text: initial, saved: initial, isSending: false })

  // The text was changed in another tab, and has no unsaved changes here.
  const [lastInitial, setLastInitial] = useState(initial)
  if (initial !== lastInitial) {
    setLastInitial(initial)
    if (text === known.current.saved) {
      known.current = { ...known.current, text: initial, saved: initial }
      setText(initial)
    }
  }

  async function saveText(isLast = false) {
    const now = known.current
    if (now.isSending || now.text === now.saved || now.text.length > LIBRARY.notesMax) return
    const sent = now.text
    now.isSending = true
    setState('saving')
    try {
      await saving.current(sent, isLast)
      now.saved = sent
      setState('saved')
    } catch {
      setState('failed')
    }
    now.isSending = false
  }

  const sending = useRef(saveText)
  sending.current = saveText
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further letter starts the pause again
  useEffect(() => {
    if (known.current.text === known.current.saved) return
    const timer = setTimeout(() => sending.current(), state === 'failed' ? RETRY_MS : LIBRARY.notesDelayMs)
    return () => clearTimeout(timer)
  }, [text, state])
  useEffect(() => {
    const flush = () => sending.current(true)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  return {
    text,
    state,
    setText(next: string) {
      known.current.text = next
      setText(next)
    },
    flush: () => sending.current(),
  }
}
