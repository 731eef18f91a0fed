// Updates the query cache after a change of one transaction: balances, the newest few, the sums and the history. A
// history of which many pages are loaded is changed in place instead of being refetched page by page.
import type { QueryClient } from '@tanstack/react-query'
import { firstPageOnly, isShort, removeRow, replaceRow } from '@/shared/lib/paged-rows'
import { invalidateFigures } from '../figures/figures-changed'
import { walletQuery } from '../wallet/queries'
import { type History, transactionKeys } from './queries'
import type { Transaction } from './transaction'

export function moneyAdded(client: QueryClient) {
  updateCachedHistory(client, firstPageOnly)
  refresh(client)
}

export function moneyChanged(client: QueryClient, changed: Transaction) {
  updateCachedHistory(client, (history) => replaceRow(history, changed))
  refresh(client)
}

export function moneyRemoved(client: QueryClient, id: string) {
  updateCachedHistory(client, (history) => removeRow(history, id))
  refresh(client)
}

function updateCachedHistory(client: QueryClient, change: (history: History) => History) {
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
  invalidateFigures(client)
}
