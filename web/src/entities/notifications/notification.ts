// The notification type of the screens.
import type { Schemas } from '@/shared/api/client'

const NOTIFICATION_TYPES = ['sale', 'message', 'system', 'payment', 'download', 'review'] as const

export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export type Notification = Omit<Schemas['Notification'], 'type'> & { type: NotificationType }

/**
 * The API types the notification type as a plain string. A value this version does not know becomes the closest known
 * one.
 */
export function fromServer(sent: Schemas['Notification']): Notification {
  const link = sent.link
  return {
    ...sent,
    type: NOTIFICATION_TYPES.find((type) => type === sent.type) ?? 'system',
    // Only paths of this app are followed, never another host.
    link: link?.startsWith('/') && !link.startsWith('//') ? link : null,
  }
}
