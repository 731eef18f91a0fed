// The cache of everything read from the server. It belongs to one person: it is emptied on leaving.
import { QueryClient } from '@tanstack/react-query'
import { session } from '@/entities/session/session'
import { ApiError } from '@/shared/api/error'

const STALE_AFTER_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // What the server refused it will refuse again; a lost connection deserves another try.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
})

session.onLeave(() => queryClient.clear())
