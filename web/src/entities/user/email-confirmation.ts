// Confirming an email address: opening the link needs no session, requesting another mail does.
import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { storeLink } from './stored-link'

export const emailConfirmation = {
  confirm: async (token: string) => {
    await unwrap(api.POST('/api/auth/confirm-email', { body: { token } }))
    storeLink(null)
  },
}

export function useSendConfirmation() {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/users/confirm-email')) })
}
