// Messages of visitors from the public page and from shares, each with the answers that went out by mail.

import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, asKeepalive, type Schemas, unwrap } from '@/shared/api/client'
import { byCursor, pageQuery } from '@/shared/lib/paged-query'
import type { Page } from '@/shared/lib/paged-rows'

export type Message = Schemas['Message']

export const messageKeys = { all: ['messages'] } as const

const PAGE = 50

export const messagesQuery = infiniteQueryOptions({
  queryKey: messageKeys.all,
  queryFn: async ({ signal, pageParam }): Promise<Page<Message>> => {
    const query = pageQuery({}, PAGE, pageParam)
    const answer = await unwrap(api.GET('/api/messages', { params: { query }, signal }))
    return {
      rows: answer.messages,
      total: answer.total,
      totalIsExact: true,
      nextCursor: answer.next_cursor,
    }
  },
  ...byCursor,
})

export function useAnswerMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      unwrap(api.POST('/api/messages/{id}/answer', { params: { path: { id } }, body: { text } })),
    onSuccess: () => client.invalidateQueries({ queryKey: messageKeys.all }),
  })
}

/** Makes a draft offer from a question for a license, or finds the one that was made; returns its id. */
export function useOfferFromMessage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) =>
      (await unwrap(api.POST('/api/messages/{id}/offer', { params: { path: { id } } }))).offer.id,
    onSuccess: () => client.invalidateQueries({ queryKey: messageKeys.all }),
  })
}

export function useDeleteMessage() {
  const client = useQueryClient()
  return async (id: string) => {
    await unwrap(api.DELETE('/api/messages/{id}', { params: { path: { id } }, ...asKeepalive() }))
    await client.invalidateQueries({ queryKey: messageKeys.all })
  }
}
