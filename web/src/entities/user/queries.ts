// The avatar's image. An image element cannot send the bearer token, so the image is fetched and shown through an
// object URL. Its path changes with its content, which makes it a good query key.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, unwrap } from '@/shared/api/client'
import type { User } from './user'

function avatarQuery(path: string) {
  return queryOptions({
    queryKey: ['avatar', path],
    queryFn: async ({ signal }): Promise<Blob> => {
      const body: unknown = await unwrap(api.GET('/api/users/avatar', { parseAs: 'blob', signal }))
      if (!(body instanceof Blob)) throw new TypeError('the avatar answer is no image')
      return body
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
}

/** An address for an image element, or undefined while there is no picture to show. */
export function useAvatarUrl(user: Pick<User, 'avatar'> | null): string | undefined {
  const path = user?.avatar ?? null
  const { data } = useQuery({ ...avatarQuery(path ?? ''), enabled: path !== null })
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
