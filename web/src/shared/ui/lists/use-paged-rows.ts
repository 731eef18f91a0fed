// Reads a list page by page and returns what a screen needs to show it: the rows of all pages loaded so far, the
// total, and whether a page is being loaded or has failed.
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useRemovedIds } from '@/shared/lib/removals'

interface RowsPage {
  rows: readonly unknown[]
  total: number
  /** False if the server stopped counting; a page without the field has an exact total. */
  totalIsExact?: boolean
}

export interface PagedRows<Row> {
  rows: readonly Row[]
  total: number
  totalIsExact: boolean
  /** False until the first page has loaded. */
  isLoaded: boolean
  /** Why the first page could not be loaded; null while there is a page to show. */
  error: Error | null
  /** True while the rows still belong to the previous filter, until those of the new one have loaded. */
  isPlaceholder: boolean
  isLoadingMore: boolean
  hasMoreFailed: boolean
  hasNextPage: boolean
  /** Loads the next page. Does nothing while the list is being refetched, unless `cancelRefetch` cancels that fetch. */
  loadMore: (options?: { cancelRefetch?: boolean }) => void
  retry: () => void
}

const NO_ROWS: readonly never[] = []

/** Reads a paged query. `isKnownEmpty` means that no row can match the filter, so that no request is sent. */
export function usePagedRows<Page extends RowsPage, Key extends QueryKey, Param>(
  query: UseInfiniteQueryOptions<Page, Error, InfiniteData<Page, unknown>, Key, Param>,
  { isKnownEmpty = false } = {},
): PagedRows<Page['rows'][number]> {
  // Only the fields read here make the component render again, so the result is never spread as a whole.
  const {
    data,
    error,
    isPlaceholderData,
    isFetchingNextPage,
    isFetchNextPageError,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({ ...query, enabled: !isKnownEmpty })
  const removed = useRemovedIds()
  const [rows, hiddenCount] = useMemo(() => {
    const all = isKnownEmpty ? NO_ROWS : (data?.pages.flatMap((page) => page.rows) ?? NO_ROWS)
    const kept = removed.size === 0 ? all : all.filter((row) => !removed.has(idOf(row)))
    return [kept, all.length - kept.length] as const
  }, [isKnownEmpty, data, removed])
  const last = isKnownEmpty ? undefined : data?.pages.at(-1)
  const isLoaded = isKnownEmpty || data !== undefined
  const loadMore = useCallback(
    ({ cancelRefetch = false } = {}) => {
      fetchNextPage({ cancelRefetch })
    },
    [fetchNextPage],
  )
  const retry = useCallback(() => {
    refetch()
  }, [refetch])
  return {
    rows,
    total: Math.max(0, (last?.total ?? 0) - hiddenCount),
    totalIsExact: last?.totalIsExact ?? true,
    isLoaded,
    error: isLoaded ? null : error,
    isPlaceholder: isPlaceholderData,
    isLoadingMore: isFetchingNextPage,
    hasMoreFailed: isFetchNextPageError,
    hasNextPage,
    loadMore,
    retry,
  }
}

function idOf(row: unknown): string {
  return typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : ''
}
