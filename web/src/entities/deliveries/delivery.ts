// A delivery: the files and papers of one or more licenses at an address for their buyer, and what was downloaded.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { type FetchedFile, fetchFile } from '@/shared/api/fetch-file'
import type { License } from '../licenses/license'

export const DELIVERY_STATES = ['ready', 'waiting', 'over', 'ended'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export type Delivery = Omit<Schemas['Delivery'], 'state'> & { state: DeliveryState }

/** A state that this version does not know counts as ended. */
function fromServer(sent: Schemas['Delivery']): Delivery {
  return { ...sent, state: DELIVERY_STATES.find((state) => state === sent.state) ?? 'ended' }
}

export const deliveryKeys = { all: ['deliveries'], ofLicense: ['deliveries', 'license'] } as const

/** The delivery of a license, or null if it has none. */
export const licenseDeliveryQuery = (licenseId: string) =>
  queryOptions({
    queryKey: [...deliveryKeys.ofLicense, licenseId],
    queryFn: async ({ signal }): Promise<Delivery | null> => {
      const call = { params: { path: { id: licenseId } }, signal }
      try {
        return fromServer((await unwrap(api.GET('/api/licenses/{id}/delivery', call))).delivery)
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** Makes a delivery of a license. */
export function useMakeDelivery(licenseId: string) {
  return useDeliveryCall(async ({ mail }: { mail: boolean }) => {
    const call = { params: { path: { id: licenseId } }, body: { mail } }
    return (await unwrap(api.POST('/api/licenses/{id}/delivery', call))).delivery
  })
}

export function useRenewDelivery() {
  return useDeliveryCall(async ({ id, mail }: { id: string; mail: boolean }) => {
    const call = { params: { path: { id } }, body: { mail } }
    return (await unwrap(api.POST('/api/deliveries/{id}/renew', call))).delivery
  })
}

export function useMailDelivery() {
  return useDeliveryCall(
    async (id: string) =>
      (await unwrap(api.POST('/api/deliveries/{id}/mail', { params: { path: { id } } }))).delivery,
  )
}

export function useSetIncludesNewer() {
  return useDeliveryCall(async ({ id, includes_newer }: { id: string; includes_newer: boolean }) => {
    const call = { params: { path: { id } }, body: { includes_newer } }
    return (await unwrap(api.PUT('/api/deliveries/{id}', call))).delivery
  })
}

/** A mutation that returns a delivery and puts it into the cache of every license that the delivery holds. */
function useDeliveryCall<Variables>(send: (variables: Variables) => Promise<Schemas['Delivery']>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => fromServer(await send(variables)),
    onSuccess: (changed) => {
      for (const { id } of changed.licenses) client.setQueryData(licenseDeliveryQuery(id).queryKey, changed)
      client.invalidateQueries({ queryKey: deliveryKeys.all })
    },
  })
}

/** Fetches the evidence of a license: contract, payment and downloads in one PDF. */
export function fetchLicenseEvidence({
  id,
  reference,
}: Pick<License, 'id' | 'reference'>): Promise<FetchedFile> {
  return fetchFile(`/api/licenses/${encodeURIComponent(id)}/evidence-pack`, `${reference} evidence.pdf`)
}
