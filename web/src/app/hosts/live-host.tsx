// Runs the event stream while somebody is signed in: refreshes the data on screen and shows new notifications as
// toasts. No toast is shown for notifications about the person's own actions, which arrive as read, nor for those that
// this page caused.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { startLive } from '@/entities/live/live'
import type { Notification } from '@/entities/notifications/notification'
import { notificationKeys, notificationSummaryQuery } from '@/entities/notifications/queries'
import { useUser } from '@/entities/session/use-session'
import type { AppRouter } from '@/routes/router'
import { NOTIFICATIONS } from '@/shared/config/limits'
import { notifications as copy } from '@/shared/copy/notifications'
import { toast } from '@/shared/ui/toast/toast'

export function LiveHost({ router }: { router: AppRouter }) {
  const client = useQueryClient()
  const userId = useUser()?.id
  const hasJustActed = useOwnChanges()

  useEffect(() => {
    if (userId === undefined) return
    return startLive(client, userId, (notification) => {
      const isNews = !notification.read && !hasJustActed()
      if (isNews && document.visibilityState === 'visible') showToast(notification, router)
    })
  }, [client, userId, router, hasJustActed])

  return <UnreadAnnouncer />
}

function showToast({ id, title, message, link }: Notification, router: AppRouter) {
  toast.info(title, {
    ...NOTIFICATIONS.toast,
    id: `notification-${id}`,
    description: message,
    ...(link === null
      ? {}
      : { action: { label: copy.open, onSelect: () => router.navigate({ href: link }) } }),
  })
}

/** Announces to screen readers that the unread count has grown, also where toasts are switched off. */
function UnreadAnnouncer() {
  const { data } = useQuery(notificationSummaryQuery)
  const unread = data?.unread
  const before = useRef(unread)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (unread === undefined) return
    if (before.current !== undefined && unread > before.current) setAnnounced(copy.arrived(unread))
    before.current = unread
  }, [unread])
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  )
}

/** Returns a function that is true if this page sent a mutation within the last seconds. */
function useOwnChanges(): () => boolean {
  const client = useQueryClient()
  const [changes] = useState(() => ({ lastAt: 0 }))
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ mutation }) => {
        // Marking a notification as read causes no new notification, so it does not count.
        if (mutation && mutation.options.mutationKey !== notificationKeys.all) changes.lastAt = Date.now()
      }),
    [client, changes],
  )
  const [hasJustActed] = useState(() => () => Date.now() - changes.lastAt < NOTIFICATIONS.ownChangeMs)
  return hasJustActed
}
