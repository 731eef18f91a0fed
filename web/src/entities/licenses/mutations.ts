// Mutations of licenses: issuing with a preview of the contract, upgrading, ending, and recording usage.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { ApiError } from '@/shared/api/error'
import { documentKeys } from '../documents/queries'
import { saleAdded } from '../sales/sales-changed'
import { blocksFromServer, type ContractPreview } from './contract'
import { type Missing, missingFromServer } from './kind'
import { type Usage, type WholeLicense, wholeFromServer } from './license'
import { licenseKeys, licenseQuery } from './queries'

export type IssueBody = Schemas['LicenseRequest']
export type SaleLicenseBody = Schemas['SaleLicenseRequest']
export type UpgradeBody = Schemas['LicenseUpgradeRequest']

/** The preview of a license; `roles` are the roles of the files that it would promise. */
export type IssuePreview = Pick<ContractPreview, 'blocks' | 'missing'> & { roles: string[] }

/** The query of a contract as it would be issued, with the values that are missing for it. */
export const issuePreviewQuery = (body: IssueBody | null) =>
  queryOptions({
    queryKey: ['licenses', 'preview', body],
    queryFn: async ({ signal }): Promise<IssuePreview> => {
      const sent = await unwrap(api.POST('/api/licenses/preview', { body: body as IssueBody, signal }))
      const missing = sent.missing.map(missingFromServer)
      return { blocks: blocksFromServer(sent.blocks), missing, roles: sent.files.map(({ role }) => role) }
    },
    enabled: body !== null,
    placeholderData: (before) => (body === null ? undefined : before),
    gcTime: 0,
    retry: false,
  })

export function useIssueLicense() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, key }: { body: IssueBody; key: string }): Promise<WholeLicense> => {
      const call = { body, params: { header: { 'Idempotency-Key': key } } }
      return wholeFromServer((await unwrap(api.POST('/api/licenses', call))).license)
    },
    onSuccess: (issued) => licenseChanged(client, issued),
  })
}

export function useLicenseSale() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body, key }: { id: string; body: SaleLicenseBody; key: string }) => {
      const call = { body, params: { path: { id }, header: { 'Idempotency-Key': key } } }
      return wholeFromServer((await unwrap(api.POST('/api/sales/{id}/license', call))).license)
    },
    onSuccess: (issued) => licenseChanged(client, issued),
  })
}

export function useUpgradeLicense() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, body, key }: { id: string; body: UpgradeBody; key: string }) => {
      const call = { body, params: { path: { id }, header: { 'Idempotency-Key': key } } }
      return wholeFromServer((await unwrap(api.POST('/api/licenses/{id}/upgrade', call))).license)
    },
    onSuccess: (issued) => licenseChanged(client, issued),
  })
}

export function useTerminateLicense() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, reason }: { id: string; reason: string }): Promise<WholeLicense> => {
      const call = { body: { reason }, params: { path: { id } } }
      return wholeFromServer((await unwrap(api.POST('/api/licenses/{id}/terminate', call))).license)
    },
    onSuccess: (ended) => licenseChanged(client, ended),
  })
}

export function useNoteUsage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, usage }: { id: string; usage: Usage }) => {
      const call = { body: usage, params: { path: { id } } }
      return wholeFromServer((await unwrap(api.PUT('/api/licenses/{id}/usage', call))).license)
    },
    onSuccess: (noted) => licenseChanged(client, noted),
  })
}

/** Returns the missing values that a refused license request lists. */
export function missingOf(error: unknown): Missing[] {
  const missing = error instanceof ApiError ? error.details.missing : undefined
  return Array.isArray(missing) ? (missing as Schemas['MissingValue'][]).map(missingFromServer) : []
}

/** Verifies the hash chain of a license's record; the response names the first broken entry, if there is one. */
export function useCheckRecord() {
  return useMutation({
    mutationFn: (id: string) => unwrap(api.GET('/api/licenses/{id}/evidence', { params: { path: { id } } })),
  })
}

/**
 * Updates the cache after a license was issued or changed. A license may create a sale, and an exclusive one marks its
 * beat as sold.
 */
function licenseChanged(client: QueryClient, changed: WholeLicense) {
  client.setQueryData(licenseQuery(changed.id).queryKey, changed)
  client.invalidateQueries({ queryKey: licenseKeys.all })
  client.invalidateQueries({ queryKey: documentKeys.all })
  saleAdded(client)
}
