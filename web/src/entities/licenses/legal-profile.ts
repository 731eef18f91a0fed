// The producer's legal profile: how the contracts name the producer. The API returns only the last four characters of
// the tax number.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { kindKeys } from './kinds'

export type LegalProfile = Schemas['LegalProfile']

export const legalProfileQuery = queryOptions({
  queryKey: ['legal-profile'],
  queryFn: async ({ signal }): Promise<LegalProfile> =>
    (await unwrap(api.GET('/api/legal-profile', { signal }))).legal_profile,
})

/** The body of an update. A tax number that is left out keeps its value. */
export type LegalProfileBody = Schemas['LegalProfileRequest']

export function useUpdateLegalProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: LegalProfileBody): Promise<LegalProfile> =>
      (await unwrap(api.PUT('/api/legal-profile', { body }))).legal_profile,
    onSuccess: (saved) => {
      client.setQueryData(legalProfileQuery.queryKey, saved)
      return client.invalidateQueries({ queryKey: kindKeys.all })
    },
  })
}
