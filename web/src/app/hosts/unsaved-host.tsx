// Asks before a navigation or closing the page discards typed form values, and keeps them as drafts through a lock.
// Rows that are about to be deleted are deleted before the session ends.
import { useBlocker } from '@tanstack/react-router'
import { session } from '@/entities/session/session'
import { TOASTS } from '@/shared/config/limits'
import { unsavedForms as copy } from '@/shared/copy/shell'
import { confirmDiscard } from '@/shared/forms/confirm-discard'
import { unsaved } from '@/shared/forms/unsaved'
import { sendRemovals } from '@/shared/lib/removals'
import { toast } from '@/shared/ui/toast/toast'

/** The id of the user whose drafts are kept. */
let ownerId: string | null = null

session.onBeforeLeave(() => {
  unsaved.keepDrafts()
  ownerId = signedInId()
  sendRemovals()
})

session.onNotice((notice) => {
  if (notice === 'locked' || notice === 'ended') return
  if (notice !== 'entered' || signedInId() !== ownerId) {
    unsaved.dropDrafts()
    return
  }
  const names = unsaved.draftNames().map((name) => `“${name}”`)
  if (names.length === 0) return
  toast.info(copy.kept, { ...TOASTS.other, description: copy.keptWhere(names.join(', ')) })
})

function signedInId(): string | null {
  const state = session.state.get()
  return state.status === 'authenticated' ? state.user.id : null
}

export function UnsavedHost() {
  useBlocker({
    shouldBlockFn: async () => {
      if (!unsaved.isAnyForNavigation()) return false
      if (!(await confirmDiscard())) return true
      unsaved.discardAll()
      return false
    },
    enableBeforeUnload: unsaved.isAny,
  })
  return null
}
