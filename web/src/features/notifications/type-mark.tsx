// The icon of a notification's type, with its name for screen readers.
import { Banknote, Download, Info, type LucideIcon, MessageSquare, Music, Star } from 'lucide-react'
import type { NotificationType } from '@/entities/notifications/notification'
import { notifications as copy } from '@/shared/copy/notifications'
import { cx } from '@/shared/lib/cx'

const MARKS: Record<NotificationType, { icon: LucideIcon; look: string }> = {
  sale: { icon: Music, look: 'bg-accent-soft text-accent-text' },
  payment: { icon: Banknote, look: 'bg-pos-soft text-pos' },
  message: { icon: MessageSquare, look: 'bg-info-soft text-info' },
  review: { icon: Star, look: 'bg-warn-soft text-warn' },
  download: { icon: Download, look: 'bg-surface-3 text-ink-2' },
  system: { icon: Info, look: 'bg-surface-3 text-ink-2' },
}

export function TypeMark({ type }: { type: NotificationType }) {
  const { icon: Icon, look } = MARKS[type]
  return (
    <span className={cx('grid place-items-center size-9 flex-none rounded-control', look)}>
      <Icon role="img" aria-label={copy.types[type]} className="size-[18px]" />
    </span>
  )
}
