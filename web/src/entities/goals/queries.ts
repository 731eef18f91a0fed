// The account's goals, newest first.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { WHOLE_LIST } from '@/shared/config/limits'
import { fromServer, type Goal } from './goal'

export const goalsQuery = queryOptions({
  queryKey: ['goals'],
  queryFn: async ({ signal }): Promise<Goal[]> => {
    const query = { limit: WHOLE_LIST }
    return (await unwrap(api.GET('/api/goals', { params: { query }, signal }))).goals.map(fromServer)
  },
})
