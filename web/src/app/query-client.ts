// The cache of all data read from the server. It belongs to one person and is emptied on sign-out.
import { QueryClient } from '@tanstack/react-query'
import { session } from '@/entities/session/session'
import { ApiError } from '@/shared/api/error'

const STALE_AFTER_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A refused request is not repeated; a lost connection is retried twice.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
  },
})

session.onLeave(() => queryClient.clear())
