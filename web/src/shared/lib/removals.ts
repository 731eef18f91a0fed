// Deletes one row with Undo: the row disappears at once, the request is sent after a few seconds, and until then a
// toast offers Undo. Closing the page or signing out sends the pending requests.
import { useSyncExternalStore } from 'react'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS, UNDO } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { undo as copy } from '@/shared/copy/shell'
import { toast } from '@/shared/ui/toast/toast'

interface Removal {
  id: string
  /** The text of the toast, which names what was deleted. */
  text: string
  /** Sends the request. It must survive the closing of the page (keepalive). */
  send: () => Promise<unknown>
  /** The message if the server refuses without one. */
  failed: string
}

let hidden: ReadonlySet<string> = new Set()
const waiting = new Map<string, { removal: Removal; timer: ReturnType<typeof setTimeout> }>()
const listeners = new Set<() => void>()

function setHidden(id: string, isHidden: boolean) {
  const next = new Set(hidden)
  if (isHidden) next.add(id)
  else next.delete(id)
  hidden = next
  for (const listener of listeners) listener()
}

export function removeWithUndo(removal: Removal) {
  const { id, text } = removal
  if (hidden.has(id)) return
  waiting.set(id, { removal, timer: setTimeout(() => sendRemoval(id), UNDO.waitMs) })
  setHidden(id, true)
  toast.success(text, {
    ...UNDO.toast,
    id: toastOf(id),
    action: { label: copy.action, onSelect: () => cancelRemoval(id) },
  })
}

const toastOf = (id: string) => `removed ${id}`

function cancelRemoval(id: string) {
  const entry = waiting.get(id)
  if (!entry) return
  clearTimeout(entry.timer)
  waiting.delete(id)
  setHidden(id, false)
}

async function sendRemoval(id: string) {
  const entry = waiting.get(id)
  if (!entry) return
  clearTimeout(entry.timer)
  waiting.delete(id)
  toast.dismiss(toastOf(id))
  try {
    await entry.removal.send()
  } catch (error) {
    // A 404 means that the entry is already deleted, which needs no message.
    if (!(error instanceof ApiError && error.status === 404))
      toast.error(errorMessageOf(error, entry.removal.failed) ?? calls.offline, TOASTS.other)
  }
  setHidden(id, false)
}

/** Sends all pending requests at once, because the page or the session is about to end. */
export async function sendRemovals() {
  await Promise.all([...waiting.keys()].map(sendRemoval))
}

if (typeof window !== 'undefined') window.addEventListener('pagehide', sendRemovals)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the ids of rows that are being deleted and must not be shown. */
export function useRemovedIds(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden)
}
