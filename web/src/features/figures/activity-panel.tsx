// Recent Activity: the latest events of the period, each with a link.
import { Link } from '@tanstack/react-router'
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  ReceiptText,
  RefreshCw,
  Send,
  Undo2,
  Upload,
  UserPlus,
} from 'lucide-react'
import type { Activity, ActivityKind } from '@/entities/figures/figures'
import { PATHS } from '@/shared/config/paths'
import { analytics as copy } from '@/shared/copy/figures/analytics'
import { cx } from '@/shared/lib/cx'
import { placeOf } from '@/shared/lib/place-of'
import { momentText } from '@/shared/lib/time/calendar'
import { EmptyState } from '@/shared/ui/empty-state'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'

const ICONS: Record<ActivityKind, typeof Upload> = {
  sale: ReceiptText,
  refund: Undo2,
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  payment: Send,
  transfer: ArrowLeftRight,
  other: RefreshCw,
  upload: Upload,
  client: UserPlus,
}

export function ActivityPanel({
  activities,
  className,
}: {
  activities: readonly Activity[]
  className?: string
}) {
  return (
    <Panel
      solid
      padded={false}
      title={copy.recentActivity}
      aside={
        <Link to={PATHS.transactions} className={panelLinkClass}>
          {copy.viewAll}
        </Link>
      }
      className={cx('flex flex-col', className)}
    >
      {activities.length > 0 ? (
        <ul aria-label={copy.recentActivity}>
          {activities.map((activity) => (
            <ActivityRow key={`${activity.kind} ${activity.id}`} activity={activity} />
          ))}
        </ul>
      ) : (
        <EmptyState level={3} title={copy.noActivity} className="py-6!" />
      )}
    </Panel>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { kind, title, detail, amount, currency, at, link } = activity
  const Icon = ICONS[kind]
  return (
    <li className="relative flex items-center gap-3 min-h-[60px] px-(--pad) py-2 border-t border-line hover:bg-surface-2">
      <span className="grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-ink-2">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 mr-auto">
        <Link
          {...placeOf(link)}
          // The link covers the whole row.
          className="block truncate font-medium before:absolute before:inset-0 focus-visible:-outline-offset-2"
        >
          {title}
        </Link>
        <span className="block truncate text-12 text-ink-3">
          {[copy.kinds[kind], detail].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div className="flex-none text-right">
        {amount === null ? null : (
          <Money amount={amount} currency={currency ?? 'USD'} cents="plain" className="block font-medium" />
        )}
        <span className="num block text-12 text-ink-3">{momentText(at)}</span>
      </div>
    </li>
  )
}
