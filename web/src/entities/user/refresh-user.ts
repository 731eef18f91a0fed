// Fetches the account's own user again after a change on another device. The session holds the user, not a query.
import { api, unwrap } from '@/shared/api/client'
import { session } from '../session/session'

export async function refreshUser() {
  try {
    const { user } = await unwrap(api.GET('/api/auth/me'))
    const state = session.state.get()
    // Another person, or nobody, may be signed in by now.
    if (state.status === 'authenticated' && state.user.id === user.id) session.replaceUser(user)
  } catch {
    // A refused call is handled by the token's rejection; after other failures the next change fetches again.
  }
}
