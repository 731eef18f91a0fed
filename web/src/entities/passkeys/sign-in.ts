// The options that the browser needs to sign in with a passkey.
import { api, type Schemas, unwrap } from '@/shared/api/client'

export async function signInOptions(): Promise<Schemas['PasskeyRequestOptions']> {
  return (await unwrap(api.POST('/api/auth/passkeys/sign-in/options'))).publicKey
}
