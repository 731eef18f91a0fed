// The API calls of the session. Calls that run after the tab's token was removed pass their token explicitly.
import { api, asBearer, type Schemas, unwrap, unwrapOrTwoFactor } from '@/shared/api/client'
import type { UsedPasskey } from '@/shared/lib/webauthn'
import type { Credentials } from './machine'

export type SignUpForm = Schemas['SignupRequest']

export const sessionCalls = {
  login: (credentials: Credentials, twoFactorToken?: string) =>
    unwrapOrTwoFactor(
      api.POST('/api/auth/login', {
        body: twoFactorToken === undefined ? credentials : { ...credentials, twoFactorToken },
      }),
    ),
  passkeySignIn: (credential: UsedPasskey) =>
    unwrap(api.POST('/api/auth/passkeys/sign-in', { body: { credential } })),
  signUp: (form: SignUpForm) => unwrap(api.POST('/api/auth/signup', { body: form })),
  me: (token: string) => unwrap(api.GET('/api/auth/me', asBearer(token))),
  /** `keepalive` lets both requests finish while the page is closing. */
  logout: (token: string) => unwrap(api.POST('/api/auth/logout', { ...asBearer(token), keepalive: true })),
  lock: (token: string) => unwrap(api.POST('/api/auth/lock', { ...asBearer(token), keepalive: true })),
  heartbeat: () => unwrap(api.GET('/api/security/session')),
}

export type SessionCalls = typeof sessionCalls
