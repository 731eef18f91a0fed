// Reported payments, refunds and disputes that the producer has to look at.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { attentionKey } from '../attention/queries'
import { offerKeys } from './queries'

export type PaymentReport = Schemas['PaymentReport']

export const reportsQuery = queryOptions({
  queryKey: [...offerKeys.all, 'reports'],
  queryFn: async ({ signal }): Promise<PaymentReport[]> =>
    (await unwrap(api.GET('/api/payment-reports', { signal }))).reports,
})

export type ReportStep =
  | { id: string; step: 'retry' }
  | { id: string; step: 'close'; result: 'given_back' | 'dismissed'; note: string }

/** Closes a report, or has its payment booked again. */
export function useReportStep() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (taken: ReportStep) => {
      const path = { id: taken.id }
      if (taken.step === 'retry') {
        await unwrap(api.POST('/api/payment-reports/{id}/retry', { params: { path } }))
        return
      }
      const { result, note } = taken
      await unwrap(api.POST('/api/payment-reports/{id}/close', { params: { path }, body: { result, note } }))
    },
    onSettled: () => {
      client.invalidateQueries({ queryKey: offerKeys.all })
      client.invalidateQueries({ queryKey: attentionKey })
    },
  })
}
