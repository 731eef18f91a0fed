// The studio as receipts name it: texts among the settings, and a logo. An image element cannot send the bearer token, so
// the logo is fetched and shown through an object URL.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, unwrap } from '@/shared/api/client'
import { type Settings, settingsQuery } from './queries'

export type Studio = Pick<Settings, 'studio_name' | 'studio_address' | 'studio_tax_line'>

export function useUpdateStudio() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: Studio) => (await unwrap(api.PUT('/api/users/settings', { body }))).settings,
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  })
}

export function useUploadLogo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (image: Blob) =>
      unwrap(
        api.PUT('/api/users/studio-logo', {
          // The body is the picture itself. The generated API type for raw bytes is a string.
          body: image as never,
          bodySerializer: (body: unknown) => body as Blob,
          headers: { 'Content-Type': image.type },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}

export function useRemoveLogo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/studio-logo')),
    onSuccess: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
}

function logoQuery(path: string) {
  return queryOptions({
    queryKey: ['studio-logo', path],
    queryFn: async ({ signal }): Promise<Blob> => {
      const body: unknown = await unwrap(api.GET('/api/users/studio-logo', { parseAs: 'blob', signal }))
      if (!(body instanceof Blob)) throw new TypeError('the logo answer is no image')
      return body
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
}

/** An address for an image element, or undefined while there is no logo to show. */
export function useLogoUrl(path: string | null): string | undefined {
  const { data } = useQuery({ ...logoQuery(path ?? ''), enabled: path !== null })
  const [url, setUrl] = useState<string>()
  const picture = path === null ? undefined : data

  useEffect(() => {
    if (picture === undefined) return
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(made)
    }
  }, [picture])

  return url
}
