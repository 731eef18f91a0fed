// An invitation to sign up. Nobody is signed in meanwhile, so this is a plain call and nothing is cached.
import { api, unwrap } from '@/shared/api/client'

export type Invitation = { token: string; email: string }

/** Whom an invitation is for; a 400 says that it has expired or was used. */
export async function checkInvitation(token: string): Promise<Invitation> {
  const { email } = await unwrap(api.POST('/api/auth/invitation/check', { body: { token } }))
  return { token, email }
}
