// Adding, changing and deleting an application. The order and the sums change with it, so all lists are refetched.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, unwrap } from '@/shared/api/client'
import { type Application, type ApplicationBody, fromServer } from './application'
import { applicationKeys } from './queries'

export function useAddApplication() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: ApplicationBody): Promise<Application> =>
      fromServer((await unwrap(api.POST('/api/applications', { body }))).application),
    onSuccess: () => client.invalidateQueries({ queryKey: applicationKeys.all }),
  })
}

export function useUpdateApplication() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, change }: { id: string; change: ApplicationBody }): Promise<Application> => {
      const call = { body: change, params: { path: { id } } }
      return fromServer((await unwrap(api.PUT('/api/applications/{id}', call))).application)
    },
    onSuccess: () => client.invalidateQueries({ queryKey: applicationKeys.all }),
  })
}

export function useDeleteApplication() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/applications/{id}', { params: { path: { id } }, ...asKeepalive() }))
    await client.invalidateQueries({ queryKey: applicationKeys.all })
  }
}
