// A notification as the screens know it.
import type { Schemas } from '@/shared/api/client'

const NOTIFICATION_TYPES = ['sale', 'message', 'system', 'payment', 'download', 'review'] as const

export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export type Notification = Omit<Schemas['Notification'], 'type'> & { type: NotificationType }

/** The contract writes the type as a plain text; a word unknown here is shown as what it is closest to. */
export function fromServer(sent: Schemas['Notification']): Notification {
  const link = sent.link
  return {
    ...sent,
    type: NOTIFICATION_TYPES.find((type) => type === sent.type) ?? 'system',
    // A page of this app and nothing else.
    link: link?.startsWith('/') && !link.startsWith('//') ? link : null,
  }
}
