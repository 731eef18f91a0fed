// The contract text of a kind: its versions, which never change, and the preview with a made-up buyer.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import type { ContractBlock } from '@/shared/ui/contract-sheet'
import { type Missing, missingFromServer } from './kind'
import { kindKeys } from './kinds'

export const LONGEST_CONTRACT = 60_000

export type TextVersion = Schemas['LicenseTextVersion']
export type TextFault = Schemas['ContractFault']

export interface ContractPreview {
  blocks: ContractBlock[]
  faults: TextFault[]
  missing: Missing[]
}

/** All versions, the newest first. */
export const textVersionsQuery = (kindId: string) =>
  queryOptions({
    queryKey: [...kindKeys.texts, kindId],
    queryFn: async ({ signal }): Promise<TextVersion[]> => {
      const call = { params: { path: { id: kindId } }, signal }
      return (await unwrap(api.GET('/api/license-kinds/{id}/texts', call))).texts
    },
  })

export const textQuery = (kindId: string, version: number) =>
  queryOptions({
    queryKey: [...kindKeys.texts, kindId, version],
    queryFn: async ({ signal }): Promise<string> => {
      const call = { params: { path: { id: kindId, version } }, signal }
      return (await unwrap(api.GET('/api/license-kinds/{id}/texts/{version}', call))).text.text
    },
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const previewQuery = (kindId: string, text: string) =>
  queryOptions({
    queryKey: ['license-kinds', 'preview', kindId, text],
    queryFn: async ({ signal }): Promise<ContractPreview> => {
      const call = { params: { path: { id: kindId } }, body: { text }, signal }
      const sent = await unwrap(api.POST('/api/license-kinds/{id}/preview', call))
      return { ...sent, blocks: blocksFromServer(sent.blocks), missing: sent.missing.map(missingFromServer) }
    },
    // The previous preview stays on screen until the new one has loaded, unless it belongs to another kind.
    placeholderData: (before, query) =>
      query?.queryKey[2] === kindId ? keepPreviousData(before) : undefined,
    gcTime: 0,
  })

export function useSaveText() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ kindId, text }: { kindId: string; text: string }): Promise<TextVersion> => {
      const call = { params: { path: { id: kindId } }, body: { text } }
      return (await unwrap(api.POST('/api/license-kinds/{id}/texts', call))).kind.text
    },
    onSuccess: (saved, { kindId, text }) => {
      client.setQueryData(textQuery(kindId, saved.version).queryKey, text)
      return Promise.all([
        client.invalidateQueries({ queryKey: textVersionsQuery(kindId).queryKey, exact: true }),
        client.invalidateQueries({ queryKey: kindKeys.list }),
      ])
    },
  })
}

const TYPES = ['heading', 'paragraph', 'numbered', 'bullet'] as const
const ORIGINS = ['text', 'value', 'gap'] as const

/** Converts contract blocks of the API, which types their kinds as plain strings. Unknown kinds become plain text. */
export function blocksFromServer(sent: readonly Schemas['ContractBlock'][]): ContractBlock[] {
  return sent.map((block) => ({
    ...block,
    type: TYPES.find((type) => type === block.type) ?? 'paragraph',
    spans: block.spans.map((span) => ({
      ...span,
      origin: ORIGINS.find((origin) => origin === span.origin) ?? 'text',
    })),
  }))
}
