// Sums of the sales within the filter's dates: revenue of completed ones, their number, and what is pending.
// Different currencies are never added up.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SaleFilter } from '@/entities/sales/filter'
import { type SaleSummary, saleSummaryQuery } from '@/entities/sales/queries'
import type { SaleStatus } from '@/entities/sales/sale'
import { saleFigures as copy } from '@/shared/copy/sales'
import { cx } from '@/shared/lib/cx'
import { inCurrencyOrder } from '@/shared/lib/money/money'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonFigures } from '@/shared/ui/skeleton'

type Totals = SaleSummary['totals']

export function SalesFigures({ filter: { from, to } }: { filter: SaleFilter }) {
  const isKnownEmpty = from !== '' && to !== '' && from > to
  const { data: summary, isError } = useQuery({ ...saleSummaryQuery({ from, to }), enabled: !isKnownEmpty })
  // The list below shows the error, so the figures are just left out; also before the first sale, for which the empty
  // list has a text.
  if (isKnownEmpty || (isError && !summary)) return null
  if (!summary) {
    return (
      <Loading label={copy.loading}>
        <Panel padded={false}>
          <div className="grid grid-cols-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
            <SkeletonFigures
              widths={[168, 40, 32, 28]}
              className="py-4 sm:py-5 max-sm:first:col-span-3 sm:not-first:border-l border-line"
            />
          </div>
        </Panel>
      </Loading>
    )
  }
  if (summary.count === 0) return null
  const pending = figuresOf(summary, 'Pending')
  const refunded = figuresOf(summary, 'Refunded')
  return (
    <Panel padded={false}>
      <dl
        aria-label={copy.label}
        className="grid grid-cols-3 sm:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
      >
        <Figure name={copy.earned} className="max-sm:col-span-3">
          <Sums totals={summary.totals} />
        </Figure>
        <Figure name={copy.count}>{summary.count.toLocaleString('en-US')}</Figure>
        <Figure name={copy.pending}>{pending.toLocaleString('en-US')}</Figure>
        <Figure name={copy.refunded}>{refunded.toLocaleString('en-US')}</Figure>
      </dl>
    </Panel>
  )
}

function figuresOf({ by_status }: SaleSummary, status: SaleStatus): number {
  return by_status.find(({ of }) => of === status)?.count ?? 0
}

type FigureProps = { name: string; children: ReactNode; className?: string }

function Figure({ name, children, className }: FigureProps) {
  return (
    <div
      className={cx(
        'min-w-0 px-(--pad) py-4 sm:py-5 border-line border-l first:border-l-0',
        'max-sm:border-t max-sm:first:border-t-0 max-sm:nth-2:border-l-0',
        className,
      )}
    >
      <dt className="font-medium text-ink-2 truncate">{name}</dt>
      <dd className="num mt-1 text-20 leading-9 font-semibold tracking-figures">{children}</dd>
    </div>
  )
}

/** Shows US dollars large, the other currencies beside them. */
function Sums({ totals }: { totals: Totals }) {
  const [first = { currency: 'USD', amount: 0 }, ...others] = inCurrencyOrder(totals)
  return (
    <span className="flex flex-wrap items-baseline gap-x-4">
      <Money
        amount={first.amount}
        currency={first.currency}
        cents="small"
        className="text-28 leading-9 tracking-hero"
      />
      {others.map(({ currency, amount }) => (
        <Money
          key={currency}
          amount={amount}
          currency={currency}
          className="text-14 leading-9 font-medium tracking-normal text-ink-2"
        />
      ))}
    </span>
  )
}
