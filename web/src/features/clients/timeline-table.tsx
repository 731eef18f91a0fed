// A client's timeline as a table; each row links to its sale or transaction.
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Landmark,
  type LucideIcon,
  Receipt,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { clientView as copy } from '@/shared/copy/clients'
import { transactions } from '@/shared/copy/money/transactions'
import { cx } from '@/shared/lib/cx'
import { shortDayText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { Money } from '@/shared/ui/figures/money'
import { Cell, HeadCell, Row } from '@/shared/ui/lists/table'
import type { EntryKind, TimelineEntry } from './timeline'

const ICONS: Record<EntryKind, LucideIcon> = {
  sale: Receipt,
  refund: Undo2,
  payment: ArrowUpRight,
  deposit: ArrowDownLeft,
  withdrawal: Landmark,
  other: ArrowLeftRight,
}

type TimelineTableProps = {
  label: string
  entries: readonly TimelineEntry[]
  link: (entry: TimelineEntry, content: ReactNode, className: string) => ReactNode
}

export function TimelineTable({ label, entries, link }: TimelineTableProps) {
  const [, what, , , amount, status] = transactions.columns
  return (
    <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
      <thead>
        <tr>
          <HeadCell className="static!">{what}</HeadCell>
          <HeadCell wideOnly className="static! w-[124px]">
            {status}
          </HeadCell>
          <HeadCell align="right" className="static! w-[124px] sm:w-[148px]">
            {amount}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} link={link} />
        ))}
      </tbody>
    </table>
  )
}

function EntryRow({ entry, link }: Pick<TimelineTableProps, 'link'> & { entry: TimelineEntry }) {
  const { kind, title, reference, detail, date, amount, currency, movedMoney, status, tone } = entry
  const Icon = ICONS[kind]
  const badge = <Badge tone={tone}>{status}</Badge>
  return (
    <Row>
      <Cell strong className="h-[68px]!">
        <span className="flex items-center gap-3">
          <span className="grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-ink-2">
            <Icon aria-hidden className="size-[18px]" />
          </span>
          <span className="min-w-0">
            {link(
              entry,
              <>
                <span className="sr-only">{`${copy[kind]}: `}</span>
                {title}
              </>,
              'line-clamp-2 sm:line-clamp-1 whitespace-normal break-words rounded-small hover:underline underline-offset-3',
            )}
            <span className="num block truncate text-12 font-regular text-ink-3">
              <span className="max-sm:hidden">{`${reference} · ${detail} · `}</span>
              {shortDayText(date)}
            </span>
          </span>
        </span>
      </Cell>
      <Cell wideOnly className="h-[68px]!">
        {badge}
      </Cell>
      <Cell numeric className="h-[68px]!">
        <Money
          amount={amount}
          currency={currency}
          sign="always"
          cents="plain"
          className={cx('font-medium', !movedMoney ? 'text-ink-3' : amount > 0 ? 'text-pos' : 'text-ink')}
        />
        <span className="block mt-0.5 sm:hidden">{badge}</span>
      </Cell>
    </Row>
  )
}
