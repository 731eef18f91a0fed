// What a change of one transaction means for everything else on show: balances, the newest few, the sums and
// the history all tell the same story at once. A history that has been scrolled far is mended in place
// instead of being fetched again page by page.
import type { QueryClient } from '@tanstack/react-query'
import { walletQuery } from '../wallet/queries'
import { type History, isShort, transactionKeys } from './queries'
import type { Transaction } from './transaction'

export function moneyAdded(client: QueryClient) {
  // A new row is most likely the first one; the pages after it can be scrolled to again.
  mend(client, ({ pages, pageParams }) => ({ pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) }))
  refresh(client)
}

export function moneyChanged(client: QueryClient, changed: Transaction) {
  mend(client, (history) => replaceRow(history, changed))
  refresh(client)
}

export function moneyRemoved(client: QueryClient, id: string) {
  mend(client, (history) => removeRow(history, id))
  refresh(client)
}

export function replaceRow({ pages, pageParams }: History, changed: Transaction): History {
  const put = (row: Transaction) => (row.id === changed.id ? changed : row)
  return { pageParams, pages: pages.map((page) => ({ ...page, rows: page.rows.map(put) })) }
}

export function removeRow({ pages, pageParams }: History, id: string): History {
  const had = pages.some((page) => page.rows.some((row) => row.id === id))
  if (!had) return { pages, pageParams }
  const without = pages.map((page) => ({
    ...page,
    // The count stands on every page.
    total: page.total - 1,
    rows: page.rows.filter((row) => row.id !== id),
  }))
  return { pageParams, pages: without }
}

function mend(client: QueryClient, change: (history: History) => History) {
  client.setQueriesData<History>(
    { queryKey: transactionKeys.history },
    (history) => history && change(history),
  )
}

function refresh(client: QueryClient) {
  for (const queryKey of [walletQuery.queryKey, transactionKeys.recent, transactionKeys.summary]) {
    client.invalidateQueries({ queryKey })
  }
  client.invalidateQueries({ queryKey: transactionKeys.history, predicate: isShort })
}
