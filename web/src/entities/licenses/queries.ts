// Licenses: the list page by page, the counts over all of them, one license, and its contract.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { type FetchedFile, fetchFile } from '@/shared/api/fetch-file'
import { LICENSE } from '@/shared/config/limits'
import { filteredList, pageQuery } from '@/shared/lib/paged-query'
import type { Page } from '@/shared/lib/paged-rows'
import type { ContractBlock } from '@/shared/ui/contract-sheet'
import { filterQuery, type LicenseFilter } from './filter'
import { type License, licenseFromServer, type WholeLicense, wholeFromServer } from './license'

export const licenseKeys = {
  all: ['licenses'],
  list: ['licenses', 'list'],
  figures: ['licenses', 'figures'],
  one: ['licenses', 'one'],
  // Has a key of its own, because the other keys are invalidated when a license changes.
  contract: ['license-contract'],
} as const

export const licensesQuery = (filter: LicenseFilter) =>
  infiniteQueryOptions({
    queryKey: [...licenseKeys.list, filter],
    queryFn: async ({ signal, pageParam }): Promise<Page<License>> => {
      const query = pageQuery(filterQuery(filter), LICENSE.page, pageParam)
      const answer = await unwrap(api.GET('/api/licenses', { params: { query }, signal }))
      return {
        rows: answer.licenses.map(licenseFromServer),
        total: answer.total,
        totalIsExact: answer.total_is_exact,
        nextCursor: answer.next_cursor,
      }
    },
    ...filteredList,
  })

/** The query of the counts over all licenses. The first page of the list includes them. */
export const licenseFiguresQuery = queryOptions({
  queryKey: licenseKeys.figures,
  queryFn: async ({ signal }): Promise<Schemas['LicenseFigures']> =>
    (await unwrap(api.GET('/api/licenses', { params: { query: { limit: 1 } }, signal }))).figures,
})

export const licenseQuery = (id: string) =>
  queryOptions({
    queryKey: [...licenseKeys.one, id],
    queryFn: async ({ signal }): Promise<WholeLicense> =>
      wholeFromServer(
        (await unwrap(api.GET('/api/licenses/{id}', { params: { path: { id } }, signal }))).license,
      ),
  })

/** The query of the contract's text, extracted from its stored PDF. It never changes. */
export const contractTextQuery = ({ id, reference }: Pick<License, 'id' | 'reference'>) =>
  queryOptions({
    queryKey: [...licenseKeys.contract, id],
    queryFn: async (): Promise<ContractBlock[]> => {
      const [{ content }, { readContract }] = await Promise.all([
        fetchContract({ id, reference }),
        import('./contract-pdf'),
      ])
      return readContract(content)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fetches the PDF of the contract as it was issued; its bytes never change. */
export function fetchContract({ id, reference }: Pick<License, 'id' | 'reference'>): Promise<FetchedFile> {
  return fetchFile(`/api/licenses/${encodeURIComponent(id)}/contract`, `${reference} contract.pdf`)
}
