// A long list as pages, and functions that change it in place when one row changes: refetching a list that was
// scrolled far would request every page again.

export interface Page<Row> {
  rows: Row[]
  total: number
  totalIsExact: boolean
  nextCursor: string | null
}

export interface Pages<Row> {
  pages: Page<Row>[]
  pageParams: (string | null)[]
}

type WithId = { id: string }

/** Keeps only the first page: a new row is most likely on it, and the others load again when scrolled to. */
export function firstPageOnly<Row>({ pages, pageParams }: Pages<Row>): Pages<Row> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }
}

export function replaceRow<Row extends WithId>(list: Pages<Row>, changed: Row): Pages<Row> {
  const put = (row: Row) => (row.id === changed.id ? changed : row)
  return { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(put) })) }
}

export function removeRow<Row extends WithId>(list: Pages<Row>, id: string): Pages<Row> {
  const had = list.pages.some((page) => page.rows.some((row) => row.id === id))
  if (!had) return list
  const without = list.pages.map((page) => ({
    ...page,
    // Every page holds the total.
    total: page.total - 1,
    rows: page.rows.filter((row) => row.id !== id),
  }))
  return { ...list, pages: without }
}

/** A refetch requests every loaded page, so lists with more pages than this are not refetched. */
const FEW_PAGES = 5

export function isShort({ state }: { state: { data?: unknown } }): boolean {
  return ((state.data as Pages<unknown> | undefined)?.pages.length ?? 0) <= FEW_PAGES
}
