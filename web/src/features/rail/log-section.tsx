// The section of the latest activity, each line a link to its page.
import { Link } from '@tanstack/react-router'
import type { Activity } from '@/entities/figures/figures'
import { rail as copy } from '@/shared/copy/figures/rail'
import { formatAmount } from '@/shared/lib/money/money'
import { placeOf } from '@/shared/lib/place-of'
import { shortDayText, timeNow, timeText, today } from '@/shared/lib/time/calendar'
import { RailSection } from './rail-section'

export function LogSection({ activities }: { activities: readonly Activity[] }) {
  return (
    <RailSection title={copy.recent} listClassName="rail-log">
      {activities.map((activity) => (
        <li key={`${activity.kind} ${activity.id}`}>
          <Link {...placeOf(activity.link)} className="rail-open flex grow gap-3 min-w-0 rounded-small">
            <span className="grow min-w-0 truncate">
              <ActivityText activity={activity} />
            </span>
            <span className="num flex-none text-ink-3">{whenText(activity.at)}</span>
          </Link>
        </li>
      ))}
    </RailSection>
  )
}

function ActivityText({ activity: { kind, title, amount, currency } }: { activity: Activity }) {
  const strong = 'font-medium text-ink'
  if (amount === null) {
    return (
      <>
        <b className={strong}>{title}</b> {kind === 'client' ? copy.added : copy.uploaded}
      </>
    )
  }
  return (
    <>
      <b className={`num ${strong}`}>{formatAmount(amount, currency ?? 'USD')}</b> {title}
    </>
  )
}

function whenText(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return today(at) === today() ? timeText(timeNow(at)) : shortDayText(today(at))
}
