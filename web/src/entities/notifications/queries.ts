// The account's notifications, page by page and by tab, and the number of unread ones.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Schemas, unwrap } from '@/shared/api/client'
import { NOTIFICATIONS } from '@/shared/config/limits'
import { byCursor, pageQuery } from '@/shared/lib/paged-query'
import type { Page } from '@/shared/lib/paged-rows'
import { fromServer, type Notification } from './notification'

export const notificationKeys = {
  all: ['notifications'],
  list: ['notifications', 'list'],
  summary: ['notifications', 'summary'],
} as const

export const TABS = ['all', 'unread', 'sales', 'messages', 'payments'] as const

export type Tab = (typeof TABS)[number]

type NotificationSummary = Schemas['NotificationSummary']

/** The query parameters of each tab. Reviews are listed on the tab of the messages. */
const TAB_QUERIES: Record<Tab, { type?: string; read?: boolean }> = {
  all: {},
  unread: { read: false },
  sales: { type: 'sale' },
  messages: { type: 'message,review' },
  payments: { type: 'payment' },
}

export const notificationsQuery = (tab: Tab) =>
  infiniteQueryOptions({
    queryKey: [...notificationKeys.list, tab],
    queryFn: async ({ signal, pageParam }): Promise<Page<Notification>> => {
      const query = pageQuery(TAB_QUERIES[tab], NOTIFICATIONS.page, pageParam)
      const answer = await unwrap(api.GET('/api/notifications', { params: { query }, signal }))
      return {
        rows: answer.notifications.map(fromServer),
        total: answer.total,
        totalIsExact: true,
        nextCursor: answer.next_cursor,
      }
    },
    ...byCursor,
  })

export const notificationSummaryQuery = queryOptions({
  queryKey: notificationKeys.summary,
  queryFn: async ({ signal }): Promise<NotificationSummary> =>
    (await unwrap(api.GET('/api/notifications/stats/summary', { signal }))).summary,
})
