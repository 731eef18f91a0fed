// What the server says about itself: its version, and whom its operator wants to be written to.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'

export type About = { version: string; supportEmail: string | null }

export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: async ({ signal }): Promise<About> => {
    const { version, support_email } = await unwrap(api.GET('/api/health', { signal }))
    return { version, supportEmail: support_email }
  },
})
