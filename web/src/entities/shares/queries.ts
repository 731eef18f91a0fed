// Share links: the list page by page, how many are live, and one link with its figures and messages.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/shared/api/client'
import { SHARE } from '@/shared/config/limits'
import { filteredList, pageQuery } from '@/shared/lib/paged-query'
import type { Page } from '@/shared/lib/paged-rows'
import { filterQuery, type ShareFilter } from './filter'
import {
  type ListedLink,
  linkFromServer,
  type Share,
  shareFromServer,
  type WholeLink,
  wholeFromServer,
} from './share'

export const shareKeys = {
  all: ['shares'],
  list: ['shares', 'list'],
  live: ['shares', 'live'],
  link: ['shares', 'link'],
  share: ['shares', 'share'],
} as const

export const shareLinksQuery = (filter: ShareFilter) =>
  infiniteQueryOptions({
    queryKey: [...shareKeys.list, filter],
    queryFn: async ({ signal, pageParam }): Promise<Page<ListedLink>> => {
      const query = pageQuery(filterQuery(filter), SHARE.page, pageParam)
      const answer = await unwrap(api.GET('/api/share-links', { params: { query }, signal }))
      return {
        rows: answer.links.map(linkFromServer),
        total: answer.total,
        totalIsExact: true,
        nextCursor: answer.next_cursor,
      }
    },
    ...filteredList,
  })

/** The number of all live links, whatever the filter. */
export const liveLinksQuery = queryOptions({
  queryKey: shareKeys.live,
  queryFn: async ({ signal }): Promise<number> =>
    (await unwrap(api.GET('/api/share-links', { params: { query: { limit: 1 } }, signal }))).live,
})

export const shareLinkQuery = (id: string) =>
  queryOptions({
    queryKey: [...shareKeys.link, id],
    queryFn: async ({ signal }): Promise<WholeLink> =>
      wholeFromServer(await unwrap(api.GET('/api/share-links/{id}', { params: { path: { id } }, signal }))),
  })

/** A share with all its links. */
export const shareQuery = (id: string) =>
  queryOptions({
    queryKey: [...shareKeys.share, id],
    queryFn: async ({ signal }): Promise<Share> =>
      shareFromServer(
        (await unwrap(api.GET('/api/shares/{id}', { params: { path: { id } }, signal }))).share,
      ),
  })
