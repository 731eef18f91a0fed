// The selected rows of a list: one by one, a range with Shift, all with Ctrl+A, none with Escape.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  /** Toggles a row; with `range`, selects all rows from the last selected one up to this one. */
  toggle: (id: string, range: boolean) => void
  all: () => void
  clear: () => void
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Manages the selected rows of a list; `shown` are the ids of its rows in order. A row that is no longer in the list is
 * deselected.
 */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState(NONE)
  const anchor = useRef<string | null>(null)
  const order = useRef(shown)
  order.current = shown

  const ids = useMemo(() => {
    if (chosen.size === 0) return NONE
    return new Set(shown.filter((id) => chosen.has(id)))
  }, [chosen, shown])
  const now = useRef(ids)
  now.current = ids

  const toggle = useCallback((id: string, range: boolean) => {
    const from = anchor.current
    setChosen(nextChoice(now.current, order.current, id, range ? from : null))
    anchor.current = id
  }, [])
  const all = useCallback(() => setChosen(new Set(order.current)), [])
  const clear = useCallback(() => {
    anchor.current = null
    setChosen(NONE)
  }, [])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusyElsewhere(event.target)) return
      const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'a'
      if (isAll && order.current.length > 0) {
        event.preventDefault()
        all()
      } else if (event.key === 'Escape' && now.current.size > 0) clear()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [all, clear])

  return useMemo(() => ({ ids, toggle, all, clear }), [ids, toggle, all, clear])
}

/** Returns the next selection: a single row is toggled, all rows of a range get the state of its last row. */
export function nextChoice(
  chosen: ReadonlySet<string>,
  order: readonly string[],
  id: string,
  from: string | null,
): ReadonlySet<string> {
  const next = new Set(chosen)
  const isOn = !chosen.has(id)
  const [start, end] = [order.indexOf(from ?? id), order.indexOf(id)]
  const range =
    start === -1 || end === -1 ? [id] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  // A range with Shift only adds rows, as in a file manager.
  for (const one of range)
    if (isOn || from !== null) next.add(one)
    else next.delete(one)
  return next
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  const over = ':is([role="dialog"], [role="alertdialog"], [role="menu"])'
  if (document.querySelector(`${over}:not(.player-window)`) !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return (
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], .player-window') !==
    null
  )
}
