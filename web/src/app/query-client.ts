// The cache of all data read from the server. It belongs to one person and is emptied on sign-out.
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { session } from '@/entities/session/session'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'

const STALE_AFTER_MS = 30_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A refused request is not repeated; a lost connection is retried twice.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
    // A change is sent at once or fails; it does not wait for the server to come back.
    mutations: { networkMode: 'always' },
  },
})

// While the server is away queries are paused, so that what was loaded stays on screen; they go on when it is back.
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(!connection.isAway())))

session.onLeave(() => queryClient.clear())
