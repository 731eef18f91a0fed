// Requesting an archive, and passing its file to the browser's own download, because it may be larger than memory.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { archivesQuery } from './queries'

export function useRequestArchive() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => unwrap(api.POST('/api/users/export-data', { body: { password } })),
    onSuccess: () => client.invalidateQueries({ queryKey: archivesQuery.queryKey }),
    // The mutation cache would keep the variables, and they hold the password.
    gcTime: 0,
  })
}

export function useDownloadArchive() {
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await unwrap(api.POST('/api/archives/{id}/ticket', { params: { path: { id } } }))
      const link = document.createElement('a')
      link.href = url
      // The server sets the file name. The attribute makes the browser download the file instead of opening it.
      link.download = ''
      document.body.append(link)
      link.click()
      link.remove()
    },
  })
}
