// A forgotten password. Nobody is signed in meanwhile, so these are plain calls and nothing is cached.
import { api, unwrap } from '@/shared/api/client'
import { storeLink } from './stored-link'

export const passwordReset = {
  /** Requests a reset link; the response is the same whether or not the address has an account. */
  request: (email: string) => unwrap(api.POST('/api/auth/forgot-password', { body: { email } })),
  /** Checks whether the token of a link is still valid. */
  check: (token: string) => unwrap(api.POST('/api/auth/reset-password/check', { body: { token } })),
  reset: async (token: string, newPassword: string) => {
    await unwrap(api.POST('/api/auth/reset-password', { body: { token, newPassword } }))
    storeLink(null)
  },
}
