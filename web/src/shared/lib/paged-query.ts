// What the queries of all long lists have in common: how the next page is asked for, and when pages are fetched again.
import { keepPreviousData } from '@tanstack/react-query'
import { isShort } from './paged-rows'

type CountedPage = { rows: readonly unknown[]; total: number }

/** For an answer that says where the next page begins. */
export const byCursor = {
  initialPageParam: null as string | null,
  getNextPageParam: <Page extends { nextCursor: string | null }>(last: Page) => last.nextCursor,
}

/** For an answer that counts rows from the beginning of the list. */
export const byOffset = {
  initialPageParam: 0,
  getNextPageParam: <Page extends CountedPage>({ total }: Page, pages: readonly Page[]) => {
    const held = pages.reduce((count, { rows }) => count + rows.length, 0)
    // An empty page ends the list, even if the total changed between two requests.
    return held < total && (pages.at(-1)?.rows.length ?? 0) > 0 ? held : null
  },
}

/**
 * For a list with a filter. The rows of the previous filter stay on screen until the new ones have loaded. Returning to
 * the screen finds the pages that were scrolled through, so that the place is kept; many pages are not fetched again.
 */
export const filteredList = {
  ...byCursor,
  placeholderData: keepPreviousData,
  refetchOnMount: isShort,
  refetchOnWindowFocus: isShort,
  refetchOnReconnect: isShort,
}

/** The query of one page. */
export function pageQuery<Filter extends object>(filter: Filter, limit: number, cursor: string | null) {
  return { ...filter, limit, ...(cursor === null ? {} : { cursor }) }
}
