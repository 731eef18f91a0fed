// Deletes the sample data. Nearly every query changes, so mounted queries are refetched and the others are removed from
// the cache.
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { documentQuery } from '../documents/queries'
import { player } from '../player/player'
import { settingsQuery } from '../settings/queries'

export function useClearSamples() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/sample-data')),
    onSuccess: () => {
      client.setQueryData(
        settingsQuery.queryKey,
        (settings) => settings && { ...settings, sample_data: false },
      )
      client.removeQueries({ type: 'inactive' })
      stopWhatIsGone(client)
      return client.invalidateQueries()
    },
  })
}

/** Closes the player if it plays a sample beat. The account's own tracks keep playing. */
function stopWhatIsGone(client: QueryClient) {
  const { current } = player.get()
  if (current === null) return
  client.fetchQuery({ ...documentQuery(current.id), staleTime: 0 }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) player.close()
  })
}
