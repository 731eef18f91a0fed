// Issuing a license, with a preview of its very contract; upgrading and ending one; noting its use.
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

/** `roles` are those of the files that the license would promise. */
export type IssuePreview = Pick<ContractPreview, 'blocks' | 'missing'> & { roles: string[] }

/** The contract as it would be issued, and what is missing for it. */
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

/** What a refused license still needs. */
export function missingOf(error: unknown): Missing[] {
  const missing = error instanceof ApiError ? error.details.missing : undefined
  return Array.isArray(missing) ? (missing as Schemas['MissingValue'][]).map(missingFromServer) : []
}

/** Walks the record of a license and says where it breaks, if it does. */
export function useCheckRecord() {
  return useMutation({
    mutationFn: (id: string) => unwrap(api.GET('/api/licenses/{id}/evidence', { params: { path: { id } } })),
  })
}

/** A license may come with a sale, and an exclusive one marks its beat as sold. */
function licenseChanged(client: QueryClient, changed: WholeLicense) {
  client.setQueryData(licenseQuery(changed.id).queryKey, changed)
  client.invalidateQueries({ queryKey: licenseKeys.all })
  client.invalidateQueries({ queryKey: documentKeys.all })
  saleAdded(client)
}
