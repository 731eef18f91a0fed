// Options shared by the queries of all long lists: how the next page is requested, and when pages are refetched.
import { keepPreviousData } from '@tanstack/react-query'
import { isShort } from './paged-rows'

type CountedPage = { rows: readonly unknown[]; total: number }

/** Paging options for a response with a cursor of the next page. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: <Page extends { nextCursor: string | null }>(last: Page) => last.nextCursor,
}

/** Paging options for a response that counts rows from the beginning of the list. */
export const byOffset = {
  initialPageParam: 0,
  getNextPageParam: <Page extends CountedPage>({ total }: Page, pages: readonly Page[]) => {
    const held = pages.reduce((count, { rows }) => count + rows.length, 0)
    // An empty page ends the list, even if the total changed between two requests.
    return held < total && (pages.at(-1)?.rows.length ?? 0) > 0 ? held : null
  },
}

/**
 * Query options for a list with a filter. The rows of the previous filter stay on screen until the new ones have
 * loaded. Returning to the screen shows the cached pages, so that the scroll position is kept; a list with many pages
 * is not refetched.
 */
export const filteredList = {
  ...byCursor,
  placeholderData: keepPreviousData,
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
}

/** The query parameters of one page. */
export function pageQuery<Filter extends object>(filter: Filter, limit: number, cursor: string | null) {
  return { ...filter, limit, ...(cursor === null ? {} : { cursor }) }
}
