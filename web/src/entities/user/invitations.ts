// An invitation to sign up. Nobody is signed in meanwhile, so this is a plain call and nothing is cached.
import { api, unwrap } from '@/shared/api/client'

export type Invitation = { token: string; email: string }

/** Returns the invitation of a token. The server answers 400 if it has expired or was used. */
export async function checkInvitation(token: string): Promise<Invitation> {
  const { email } = await unwrap(api.POST('/api/auth/invitation/check', { body: { token } }))
  return { token, email }
}
