// Updates the query cache after a change of one sale: the sales, their sums, the clients' figures, and, since a
// completed sale is a transaction too, all balances, the dashboard and the analytics. A history of which many pages are
// loaded is changed in place.
import type { QueryClient } from '@tanstack/react-query'
import { firstPageOnly, isShort, removeRow, replaceRow } from '@/shared/lib/paged-rows'
import { clientKeys } from '../clients/queries'
import { moneyAdded } from '../transactions/money-moved'
import { type SalesHistory, saleKeys, saleQuery } from './queries'
import type { Sale } from './sale'

export function saleAdded(client: QueryClient) {
  updateCachedLists(client, firstPageOnly)
  refresh(client)
}

export function saleChanged(client: QueryClient, changed: Sale) {
  client.setQueryData(saleQuery(changed.id).queryKey, changed)
  updateCachedLists(client, (history) => replaceRow(history, changed))
  refresh(client)
}

export function saleRemoved(client: QueryClient, id: string) {
  client.removeQueries({ queryKey: saleQuery(id).queryKey })
  updateCachedLists(client, (history) => removeRow(history, id))
  refresh(client)
}

function updateCachedLists(client: QueryClient, change: (history: SalesHistory) => SalesHistory) {
  for (const queryKey of [saleKeys.history, saleKeys.client]) {
    client.setQueriesData<SalesHistory>({ queryKey }, (history) => history && change(history))
  }
}

function refresh(client: QueryClient) {
  for (const queryKey of [saleKeys.summary, saleKeys.exclusive, clientKeys.summary])
    client.invalidateQueries({ queryKey })
  for (const queryKey of [saleKeys.history, saleKeys.client]) {
    client.invalidateQueries({ queryKey, predicate: isShort })
  }
  moneyAdded(client)
}
