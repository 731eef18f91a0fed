// Changes of the account's own user. An answer with the user goes to the session, the only place that holds it.
import { useMutation } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { session } from '../session/session'

export type ProfileChange = Omit<Schemas['ProfileRequest'], 'currentPassword'>

export function useUpdateProfile() {
  return useMutation({
    mutationFn: (change: Schemas['ProfileRequest']) =>
      unwrap(api.PUT('/api/users/profile', { body: change })),
    onSuccess: ({ user }) => session.changeUser(user),
  })
}

export function useVerifyPassword() {
  return useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/users/verify-password', { body: { password } })),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (change: Schemas['ChangePasswordRequest']) =>
      unwrap(api.PUT('/api/users/password', { body: change })),
  })
}

export function useUploadAvatar() {
  return useMutation({
    mutationFn: (image: Blob) =>
      unwrap(
        api.PUT('/api/users/avatar', {
          // The body is the picture itself. The generated API type for raw bytes is a string.
          body: image as never,
          bodySerializer: (body: unknown) => body as Blob,
          headers: { 'Content-Type': image.type },
        }),
      ),
    onSuccess: ({ user }) => session.changeUser(user),
  })
}

export function useRemoveAvatar() {
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/avatar')),
    onSuccess: ({ user }) => session.changeUser(user),
  })
}

/** Deletes the account and ends the session of every tab. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) => unwrap(api.DELETE('/api/users/account', { body: { password } })),
    onMutate: () => session.setAskingToLeave(true),
    onSuccess: () => session.leaveForGood(),
    onError: () => session.setAskingToLeave(false),
    // The mutation cache would keep the variables, and they hold the password.
    gcTime: 0,
  })
}
