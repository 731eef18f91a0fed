// Adding, renaming and removing a passkey, and proving the identity with one.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { createPasskey, getPasskey, signalAccepted } from '@/shared/lib/webauthn'
import { type Passkey, passkeysQuery } from './queries'

/** Gets the options from the server, creates the passkey on the device and registers it under the browser's name. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Passkey> => {
      const { publicKey } = await unwrap(api.POST('/api/auth/passkeys/options'))
      const credential = await createPasskey(publicKey)
      return (await unwrap(api.POST('/api/auth/passkeys', { body: { credential } }))).passkey
    },
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      unwrap(api.PUT('/api/auth/passkeys/{id}', { params: { path: { id } }, body: { name } })),
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

export function useRemovePasskey(accountId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (passkey: Passkey) => {
      await unwrap(api.DELETE('/api/auth/passkeys/{id}', { params: { path: { id: passkey.id } } }))
      const left = await client.fetchQuery(passkeysQuery)
      const sameHost = left.filter(({ rp_id }) => rp_id === passkey.rp_id)
      if (passkey.usable)
        signalAccepted(
          accountId,
          passkey.rp_id,
          sameHost.map(({ credential_id }) => credential_id),
        )
    },
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

export function useProveWithPasskey(accountId: string) {
  return useMutation({
    mutationFn: async () => {
      const { publicKey } = await unwrap(api.POST('/api/auth/passkeys/proof/options'))
      const owner = { id: accountId, passkeys: publicKey.allowCredentials }
      const credential = await getPasskey(publicKey, { owner })
      return unwrap(api.POST('/api/auth/passkeys/proof', { body: { credential } }))
    },
  })
}
