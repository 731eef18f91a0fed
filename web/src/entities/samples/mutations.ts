// Clearing the sample data. It touches nearly everything, so everything that is on show is asked for again, and
// what is not is forgotten.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { settingsQuery } from '../settings/queries'

export function useClearSamples() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/users/sample-data')),
    onSuccess: () => {
      client.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, sample_data: false })
      client.removeQueries({ type: 'inactive' })
      return client.invalidateQueries()
    },
  })
}
