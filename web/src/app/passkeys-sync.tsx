// Passes the account's passkeys to the session, so that the lock screen can offer them when there is no token.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { passkeysQuery } from '@/entities/passkeys/queries'
import { session } from '@/entities/session/session'
import { passkeysWork } from '@/shared/lib/webauthn'

export function PasskeysSync() {
  const { data } = useQuery({ ...passkeysQuery, enabled: passkeysWork() })
  useEffect(() => {
    if (data === undefined) return
    const usable = data.filter((passkey) => passkey.usable)
    session.setPasskeys(usable.map(({ credential_id: id, transports }) => ({ id, transports })))
  }, [data])
  return null
}
