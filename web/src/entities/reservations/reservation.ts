// A reservation: a beat is held for a buyer of its exclusive license for some hours, and then released automatically.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { documentKeys } from '../documents/queries'

export type Reservation = Schemas['Reservation']

export const MOST_HOURS = 168
export const USUAL_HOURS = 48

export const reservationQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...documentKeys.all, 'reservation', documentId],
    queryFn: async ({ signal }): Promise<Reservation | null> => {
      const call = { params: { path: { id: documentId } }, signal }
      return (await unwrap(api.GET('/api/documents/{id}/reservation', call))).reservation
    },
  })

type ReservationRequest = { clientId: string | null; name: string; hours: number }

export function useReserve(documentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ clientId, name, hours }: ReservationRequest) => {
      const buyer = clientId === null ? { buyer: { name } } : { client_id: clientId }
      const call = { params: { path: { id: documentId } }, body: { ...buyer, hours } }
      return (await unwrap(api.PUT('/api/documents/{id}/reservation', call))).reservation
    },
    onSuccess: (reservation) => client.setQueryData(reservationQuery(documentId).queryKey, reservation),
  })
}

export function useRelease(documentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      unwrap(api.DELETE('/api/documents/{id}/reservation', { params: { path: { id: documentId } } })),
    onSuccess: () => client.setQueryData(reservationQuery(documentId).queryKey, null),
  })
}
