// Toasts for session events, such as a session that ended, whose own screen is being unmounted.
import { session } from '@/entities/session/session'
import { TOASTS } from '@/shared/config/limits'
import { signOut } from '@/shared/copy/identity/auth'
import { lock, sessionEnded } from '@/shared/copy/identity/session'
import { toast } from '@/shared/ui/toast/toast'

const LOCKED_ID = 'session-locked'

export function speakForSession() {
  session.onNotice((notice) => {
    if (notice === 'locked') toast.warning(lock.reason, { id: LOCKED_ID, ...TOASTS.persistent })
    if (notice === 'entered' || notice === 'left') toast.dismiss(LOCKED_ID)
    if (notice === 'ended') toast.info(sessionEnded, TOASTS.session)
    if (notice === 'signedOut') toast.success(signOut.success, TOASTS.session)
  })
}
