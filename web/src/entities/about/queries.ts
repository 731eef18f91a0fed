// What the server reports about itself: its version, the operator's support address, and who may sign up.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'

export type Signups = 'on' | 'off' | 'invite'
type PublicPages = 'off' | 'links' | 'all'
type About = {
  version: string
  supportEmail: string | null
  signups: Signups
  /** Which pages people without an account may see. */
  publicPages: PublicPages
}

export async function fetchAbout(signal?: AbortSignal): Promise<About> {
  const { version, support_email, signups, public_pages } = await unwrap(api.GET('/api/health', { signal }))
  return {
    version,
    supportEmail: support_email,
    signups: signups as Signups,
    publicPages: public_pages as PublicPages,
  }
}

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }): Promise<About> => fetchAbout(signal),
})
