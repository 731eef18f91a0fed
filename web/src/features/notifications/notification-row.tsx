// One notification: a link to what it is about, and actions to mark and delete it.
import { Mail, MailOpen, Trash2 } from 'lucide-react'
import type { Notification } from '@/entities/notifications/notification'
import { NOTIFICATIONS } from '@/shared/config/limits'
import { notifications as copy } from '@/shared/copy/notifications'
import { cx } from '@/shared/lib/cx'
import { momentText } from '@/shared/lib/time/calendar'
import { timeAgo } from '@/shared/lib/time/time-ago'
import { IconButton } from '@/shared/ui/icon-button'
import { TypeMark } from './type-mark'

export type NotificationHandlers = {
  onOpen: (notification: Notification) => void
  onMark: (notification: Notification, read: boolean) => void
  onDelete: (notification: Notification) => void
}

type NotificationRowProps = { notification: Notification; now: number; handlers: NotificationHandlers }

export function NotificationRow({ notification, now, handlers }: NotificationRowProps) {
  const { type, title, message, created_at, read, link } = notification
  return (
    <article
      aria-label={read ? title : `${copy.unread}: ${title}`}
      className="relative flex items-start gap-3 px-(--pad) py-3.5 hover:bg-surface-2"
    >
      {read ? null : (
        <span aria-hidden className="absolute left-1 sm:left-2 top-[28px] size-2 rounded-pill bg-accent" />
      )}
      <TypeMark type={type} />
      <div className="grow min-w-0">
        <h2 className={cx('text-14 break-words', read ? 'font-medium text-ink-2' : 'font-semibold')}>
          {link === null ? (
            title
          ) : (
            <a
              href={link}
              onClick={(event) => {
                // With a modifier key the browser opens the link in a new tab itself.
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                handlers.onOpen(notification)
              }}
              // The link covers the whole row; the row's buttons lie above it.
              className="no-underline text-inherit hover:underline after:absolute after:inset-0"
            >
              {title}
            </a>
          )}
        </h2>
        <p className="text-ink-2 break-words">{message}</p>
        <p className="mt-0.5 text-12 text-ink-3">
          <time dateTime={created_at} title={momentText(created_at)}>
            {whenText(created_at, now)}
          </time>
        </p>
      </div>
      <div className="relative flex flex-none -mr-2 max-sm:flex-col">
        <IconButton
          size="sm"
          label={read ? copy.markUnreadOf(title) : copy.markReadOf(title)}
          data-tip={read ? copy.markUnread : copy.markRead}
          tooltip={false}
          icon={read ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
          onClick={() => handlers.onMark(notification, !read)}
        />
        <IconButton
          size="sm"
          label={copy.deleteOf(title)}
          data-tip={copy.delete}
          tooltip={false}
          icon={<Trash2 aria-hidden />}
          onClick={() => handlers.onDelete(notification)}
        />
      </div>
    </article>
  )
}

function whenText(moment: string, now: number): string {
  const isLongAgo = now - Date.parse(moment) > NOTIFICATIONS.wordsForMs
  return isLongAgo ? momentText(moment) : timeAgo(moment, now)
}
