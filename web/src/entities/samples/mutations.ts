// Clearing the sample data. It touches nearly everything, so everything that is on show is asked for again, and
// what is not is forgotten.
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

/** A sample beat may be playing; one's own plays on. */
function stopWhatIsGone(client: QueryClient) {
  const { current } = player.get()
  if (current === null) return
  client.fetchQuery({ ...documentQuery(current.id), staleTime: 0 }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) player.close()
  })
}
