// The notifications by kind, with the actions for one and for all of them. The tab is in the address. Back goes one
// step in the history.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { CheckCheck, Trash2 } from 'lucide-react'
import { Suspense, useRef } from 'react'
import type { Notification } from '@/entities/notifications/notification'
import { notificationSummaryQuery, TABS } from '@/entities/notifications/queries'
import { NotificationList } from '@/features/notifications/notification-list'
import { useNotificationActions } from '@/features/notifications/use-notification-actions'
import { PATHS } from '@/shared/config/paths'
import { notifications as copy } from '@/shared/copy/notifications'
import { lazy } from '@/shared/lib/lazy'
import { Button, buttonClass } from '@/shared/ui/button'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { TabPanel, Tabs } from '@/shared/ui/tabs'
import { useBack } from '../use-back'

// Loaded only on tabs with messages.
const MessageList = lazy(async () => ({
  default: (await import('@/features/messages/message-list')).MessageList,
}))
const MessageOnView = lazy(async () => ({
  default: (await import('./message-on-view')).MessageOnView,
}))

const route = getRouteApi('/notifications')

export function NotificationsPage() {
  const back = useBack()
  const router = useRouter()
  const { tab = 'all', message } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: summary } = useQuery(notificationSummaryQuery)
  const { mark, markAllRead, isMarkingAll, remove, removeRead, isRemovingRead } = useNotificationActions()
  const panel = useRef<HTMLDivElement>(null)
  const unread = summary?.unread ?? 0
  const readCount = (summary?.total ?? 0) - unread

  // The action may remove the focused button together with its row, so the focus moves to the panel.
  const keepFocus = () => panel.current?.focus()
  const handlers = {
    onOpen: (notification: Notification) => {
      if (!notification.read) mark(notification, true)
      if (notification.link !== null) router.navigate({ href: notification.link })
    },
    onMark: (notification: Notification, read: boolean) => {
      mark(notification, read)
      if (tab === 'unread') keepFocus()
    },
    onDelete: (notification: Notification) => {
      remove(notification)
      keepFocus()
    },
  }

  return (
    <>
      <PageHeader
        title={copy.title}
        onBack={back}
        actions={
          <>
            <Button
              variant="quiet"
              icon={<Trash2 aria-hidden />}
              disabled={readCount <= 0}
              pending={isRemovingRead}
              onClick={() => removeRead(readCount)}
            >
              {copy.deleteRead}
            </Button>
            <Button
              icon={<CheckCheck aria-hidden />}
              disabled={unread === 0}
              pending={isMarkingAll}
              onClick={markAllRead}
            >
              {copy.markAllRead}
            </Button>
          </>
        }
      />
      <Panel solid padded={false} className="overflow-clip">
        <Tabs
          label={copy.tabsLabel}
          items={TABS.map((value) => ({
            value,
            label: copy.tabs[value],
            ...(value === 'unread' ? { count: unread } : {}),
          }))}
          value={tab}
          onValueChange={(next) =>
            navigate({ search: next === 'all' ? {} : { tab: next }, replace: true, resetScroll: false })
          }
          listClassName="px-(--pad) pt-1"
        >
          <TabPanel value={tab}>
            <div ref={panel} tabIndex={-1} className="outline-none">
              {tab === 'messages' ? (
                <Suspense>
                  <MessageList
                    onView={(id) =>
                      navigate({ search: { tab: 'messages', message: id }, resetScroll: false })
                    }
                  />
                </Suspense>
              ) : null}
              <NotificationList
                key={tab}
                tab={tab}
                handlers={handlers}
                settings={
                  <Link
                    to={PATHS.settings}
                    hash="notifications"
                    className={buttonClass({ variant: 'primary' })}
                  >
                    {copy.settings}
                  </Link>
                }
              />
            </div>
          </TabPanel>
        </Tabs>
      </Panel>
      <Suspense>
        <MessageOnView
          id={message}
          onClose={() => navigate({ search: { tab: 'messages' }, replace: true, resetScroll: false })}
        />
      </Suspense>
    </>
  )
}
