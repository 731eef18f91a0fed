// The clients for the form field that names where money comes from or goes to.
import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { WHOLE_LIST } from '@/shared/config/limits'

export type ClientChoice = { id: string; name: string; bank: string }

export const clientChoicesQuery = queryOptions({
  queryKey: ['beneficiaries', 'choices'],
  queryFn: async ({ signal }): Promise<ClientChoice[]> => {
    const query = { limit: WHOLE_LIST }
    const { beneficiaries } = await unwrap(api.GET('/api/beneficiaries', { params: { query }, signal }))
    return beneficiaries.map(({ id, name, bank_name }) => ({ id, name, bank: bank_name }))
  },
})
