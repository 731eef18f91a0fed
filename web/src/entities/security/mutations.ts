// Two-factor setup and the revoking of sessions.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { settingsQuery } from '../settings/queries'
import { sessionsQuery } from './queries'

export function useGenerateTwoFactor() {
  return useMutation({ mutationFn: () => unwrap(api.POST('/api/security/2fa/generate')) })
}

export function useEnableTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/security/2fa/enable', { body: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}

export function useDisableTwoFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => unwrap(api.POST('/api/security/2fa/disable', { body: { token } })),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}

export function useRevokeSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) =>
      unwrap(api.POST('/api/security/revoke-session', { body: { sessionId } })),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export function useRevokeOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/security/revoke-other-sessions')),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
