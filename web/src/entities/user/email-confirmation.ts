// Confirming an email address: following the link needs no session, requesting another mail does.
import { useMutation } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'

export const emailConfirmation = {
  confirm: (token: string) => unwrap(api.POST('/api/auth/confirm-email', { body: { token } })),
}

export function useSendConfirmation() {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/users/confirm-email')) })
}
