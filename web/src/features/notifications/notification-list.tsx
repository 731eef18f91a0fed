// The notifications of one tab with their loading, failed and empty states; the next page loads while scrolling.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notificationsQuery, type Tab } from '@/entities/notifications/queries'
import { errorMessageOf } from '@/shared/api/error'
import { empty } from '@/shared/copy/empty'
import { notifications as copy } from '@/shared/copy/notifications'
import { EmptyState } from '@/shared/ui/empty-state'
import { PagedList } from '@/shared/ui/lists/paged-list'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { type NotificationHandlers, NotificationRow } from './notification-row'

const MINUTE_MS = 60_000

type NotificationListProps = {
  tab: Tab
  handlers: NotificationHandlers
  /** The link to the settings, shown if there are no notifications. */
  settings: ReactNode
}

export function NotificationList({ tab, handlers, settings }: NotificationListProps) {
  const list = usePagedRows(notificationsQuery(tab))
  const now = useNow()
  return (
    <PagedList
      list={list}
      copy={copy}
      failureText={(error) => errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
      skeleton={<SkeletonRows />}
      empty={<NoNotifications tab={tab} settings={settings} />}
    >
      <ul className="divide-y divide-line">
        {list.rows.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} now={now} handlers={handlers} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && !list.isLoadingMore && !list.hasMoreFailed ? (
        <LoadMoreMark onReach={list.loadMore} />
      ) : null}
    </PagedList>
  )
}

function NoNotifications({ tab, settings }: Pick<NotificationListProps, 'tab' | 'settings'>) {
  const { title, text } = tab === 'all' ? empty.notifications : copy.empty[tab]
  return (
    <EmptyState title={title} action={tab === 'all' ? settings : undefined}>
      {text}
    </EmptyState>
  )
}

/** An invisible mark after the last row; the next page is requested when the mark comes near the view. */
function LoadMoreMark({ onReach }: { onReach: () => void }) {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (mark.current === null) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onReach()
      },
      { rootMargin: '600px' },
    )
    watch.observe(mark.current)
    return () => watch.disconnect()
  }, [onReach])
  return <div ref={mark} aria-hidden className="h-px" />
}

/** The current time, updated every minute, so that texts such as '5 minutes ago' stay correct. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A loading skeleton with the height of the first rows. */
function SkeletonRows() {
  return (
    <Loading label={copy.loading}>
      {[220, 180, 260, 200, 240, 190].map((width) => (
        <div
          key={width}
          className="flex items-start gap-3 h-[88px] px-(--pad) py-3.5 border-b border-line last:border-b-0"
        >
          <Skeleton width={36} height={36} className="rounded-control" />
          <div className="grid gap-2.5 pt-1 grow">
            <Skeleton width={width / 2} />
            <Skeleton width={width} height={10} />
            <Skeleton width={72} height={8} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
