// The account's own user, asked for again because it was changed elsewhere. The session holds it, not a query.
import { api, unwrap } from '@/shared/api/client'
import { session } from '../session/session'

export async function refreshUser() {
  try {
    const { user } = await unwrap(api.GET('/api/auth/me'))
    const state = session.state.get()
    // By now somebody else may be signed in, or nobody.
    if (state.status === 'authenticated' && state.user.id === user.id) session.userSeen(user)
  } catch {
    // A refusal is handled where all of them are; otherwise the next change asks again.
  }
}
