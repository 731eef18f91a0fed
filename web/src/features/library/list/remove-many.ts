// Deletes several items with Undo: they disappear at once, and the requests are sent when the toast with Undo closes or
// the page is left.
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Document } from '@/entities/documents/document'
import { removeDocument, removeOnLeave } from '@/entities/documents/mutations'
import { player } from '@/entities/player/player'
import { ApiError } from '@/shared/api/error'
import { TOASTS, UNDO_TOAST } from '@/shared/config/limits'
import { library as copy } from '@/shared/copy/library/library'
import { toast } from '@/shared/ui/toast/toast'

let leaving: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setLeaving(next: ReadonlySet<string>) {
  leaving = next
  for (const listener of listeners) listener()
}

/** Returns the ids of items that are about to be deleted; lists leave them out. */
export function useRemovingIds(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => leaving,
  )
}

export function removeMany(client: QueryClient, documents: readonly Document[]) {
  const ids = documents.map(({ id }) => id)
  let isSettled = false
  const show = () => setLeaving(new Set([...leaving].filter((id) => !ids.includes(id))))
  const onPageHide = () => {
    if (isSettled) return
    isSettled = true
    removeOnLeave(ids)
  }
  const settle = () => {
    if (isSettled) return false
    isSettled = true
    window.removeEventListener('pagehide', onPageHide)
    return true
  }
  setLeaving(new Set([...leaving, ...ids]))
  for (const id of ids) player.removeDocument(id)
  window.addEventListener('pagehide', onPageHide)
  toast.success(copy.removedMany(ids.length), {
    ...UNDO_TOAST,
    id: `removed-${ids[0]}-${ids.length}`,
    action: {
      label: copy.undo,
      onSelect: () => {
        if (settle()) show()
      },
    },
    onClose: async () => {
      if (!settle()) return
      const results = await Promise.allSettled(ids.map((id) => removeDocument(client, id)))
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      const promised = reasons.filter((one) => one instanceof ApiError && 'promised' in one.details).length
      const failed = reasons.length - promised
      show()
      if (promised > 0) toast.error(copy.deleteManyPromised(promised), TOASTS.other)
      if (failed > 0) toast.error(copy.deleteManyFailed(failed), TOASTS.other)
    },
  })
}
