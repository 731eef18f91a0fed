// The top panel of the dashboard: this month's figures compared with the previous month, and the revenue of a year.
import { type ReactNode, useRef } from 'react'
import type { Dashboard } from '@/entities/figures/figures'
import { ChartKey } from '@/shared/charts/chart-key'
import { SaveChart, tokenColor } from '@/shared/charts/save-chart'
import { shortMoney } from '@/shared/charts/scale'
import { peakOf, type TrendPoint } from '@/shared/charts/trend'
import { TrendChart } from '@/shared/charts/trend-chart'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { formatAmount, formatMinor, toMinor } from '@/shared/lib/money/money'
import { monthText, today } from '@/shared/lib/time/calendar'
import { firstDaysText } from '@/shared/lib/time/spans'
import { HeroMoney } from '@/shared/ui/figures/hero-money'
import { Stat } from '@/shared/ui/figures/stat'
import { Panel } from '@/shared/ui/panel'
import { amountDelta, countDelta } from './change'

type RevenuePanelProps = {
  figures: Pick<
    Dashboard,
    'currency' | 'currencies' | 'revenue' | 'beats_sold' | 'available_beats' | 'revenue_by_month'
  >
  /** The control that chooses another currency. */
  choice?: ReactNode
  className?: string
}

export function RevenuePanel({ figures, choice, className }: RevenuePanelProps) {
  const { currency, currencies, revenue, beats_sold, available_beats, revenue_by_month } = figures
  const [before, month] = revenue_by_month.slice(-2).map((one) => one.month)
  // The server counts figures by UTC days.
  const date = new Date().getUTCDate()
  const note = before ? copy.from(firstDaysText(before, date)) : undefined
  return (
    <Panel padded={false} className={className}>
      <div className="grid grid-cols-2 sm:grid-cols-[1.5fr_1fr_1fr] border-b border-line [&>*]:px-(--pad) [&>*]:py-5 [&>*]:border-line">
        <div className="relative max-sm:col-span-2 max-sm:border-b">
          <Stat
            hero
            scope={currencies.length > 1 ? currency : undefined}
            label={copy.revenueIn(monthText(month ?? ''))}
            value={<HeroMoney amount={revenue.value} currency={currency} />}
            delta={amountDelta(revenue, currency, note)}
          />
          <span aria-hidden className="absolute left-(--pad) -bottom-px w-10 h-0.5 bg-accent" />
        </div>
        <Stat
          label={copy.beatsSold}
          scope={currencies.length > 1 ? copy.allCurrencies : undefined}
          value={beats_sold.value.toLocaleString('en-US')}
          delta={countDelta(beats_sold, note)}
          className="sm:border-l"
        />
        <Stat
          label={copy.availableBeats}
          value={available_beats.value.toLocaleString('en-US')}
          delta={countDelta(available_beats, note)}
          className="border-l"
        />
      </div>
      <RevenueChart currency={currency} months={revenue_by_month} choice={choice} />
    </Panel>
  )
}

type RevenueChartProps = {
  currency: string
  months: Dashboard['revenue_by_month']
  choice?: ReactNode
}

function RevenueChart({ currency, months, choice }: RevenueChartProps) {
  const drawing = useRef<SVGSVGElement>(null)
  // In the first year there is no previous year to compare with.
  const before = months.some(({ previous_revenue }) => previous_revenue > 0) ? copy.yearBefore : undefined
  const points: TrendPoint[] = months.map(({ month, revenue, previous_revenue }) => ({
    key: month,
    axis: monthText(month, 'short'),
    name: monthText(month, 'full'),
    value: revenue,
    ...(before ? { before: previous_revenue } : {}),
  }))
  const text = (value: number) => formatAmount(value, currency)
  const total = months.reduce((sum, { revenue }) => sum + toMinor(revenue), 0n)
  const best = points[peakOf(points)]
  const span = `${points[0]?.name ?? ''} – ${points.at(-1)?.name ?? ''}`
  return (
    <div className="px-(--pad) pt-5 pb-3">
      <div className="flex items-center justify-between gap-3 min-h-6">
        <ChartKey now={copy.lastYear} before={before} />
        <div className="flex items-center gap-2">
          {choice}
          <SaveChart
            title={copy.revenueChart}
            note={`${span}, ${currency}`}
            name={`revenue-by-month-${today()}`}
            drawing={drawing}
            legend={() => [
              { name: copy.lastYear, color: tokenColor('--series-1'), mark: 'line' },
              ...(before ? [{ name: before, color: tokenColor('--ink-3'), mark: 'dots' as const }] : []),
            ]}
            table={() => ({
              columns: [
                copy.month,
                `${copy.revenue} (${currency})`,
                copy.sales,
                ...(before ? [`${before} (${currency})`] : []),
              ],
              rows: months.map(({ month, revenue, sales, previous_revenue }) => [
                month,
                revenue,
                sales,
                ...(before ? [previous_revenue] : []),
              ]),
            })}
          />
        </div>
      </div>
      <TrendChart
        label={copy.revenueChart}
        summary={copy.revenueSummary(
          points[0]?.name ?? '',
          points.at(-1)?.name ?? '',
          formatMinor(total, currency),
          best?.name ?? '',
          text(best?.value ?? 0),
        )}
        points={points}
        names={{ point: copy.month, value: copy.revenue, before }}
        text={text}
        tick={(value) => shortMoney(value, currency)}
        markText={({ value }) => text(value).replace(/\.00$/, '')}
        emptyText={copy.noRevenue(currency)}
        height={264}
        drawing={drawing}
      />
    </div>
  )
}
