// The cache of all data read from the server. It belongs to one person and is emptied on sign-out.
import { type InvalidateQueryFilters, onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { session } from '@/entities/session/session'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'

const STALE_AFTER_MS = 30_000

/**
 * A query that is loading for the first time is refetched when it is invalidated, because the server may have read its
 * data before the change. The library's own client would keep that response.
 */
class AppQueryClient extends QueryClient {
  override invalidateQueries(
    filters: InvalidateQueryFilters = {},
    options: Parameters<QueryClient['invalidateQueries']>[1] = {},
  ) {
    const isFirstLoad = (query: Query) =>
      query.state.data === undefined &&
      query.state.fetchStatus === 'fetching' &&
      (filters.predicate?.(query) ?? true)
    const invalidate = () => super.invalidateQueries(filters, options)
    const loading = { ...filters, predicate: isFirstLoad }
    if (this.getQueryCache().findAll(loading).length === 0) return invalidate()
    return this.cancelQueries(loading, { silent: true }).then(invalidate)
  }
}

export const queryClient = new AppQueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // A request that the server refused (4xx) is not retried; a lost connection or a server error is retried twice.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
    },
    // A change is sent at once or fails; it does not wait for the server to come back.
    mutations: { networkMode: 'always' },
  },
})

// While the server cannot be reached queries are paused, so that loaded data stays on screen; they resume when it is
// back.
onlineManager.setEventListener((setOnline) => connection.subscribe(() => setOnline(!connection.isAway())))

session.onLeave(() => queryClient.clear())
