// Asking for an archive, and handing its file to the browser's own download: it may be larger than any memory.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { archivesQuery } from './queries'

export function useRequestArchive() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/users/export-data', { body: { password } })),
    onSuccess: () => client.invalidateQueries({ queryKey: archivesQuery.queryKey }),
    // It holds the password.
    gcTime: 0,
  })
}

export function useDownloadArchive() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await unwrap(api.POST('/api/archives/{id}/ticket', { params: { path: { id } } }))
      const link = document.createElement('a')
      link.href = url
      // The server names the file; the attribute keeps the browser from opening it in the place of the app.
      link.download = ''
      document.body.append(link)
      link.click()
      link.remove()
    },
  })
}
