// Sales Performance: revenue of the period, with the previous period, or the number of sales. Days and weeks are bars;
// the revenue of months and years is a line.
import { useRef, useState } from 'react'
import { type Analytics, type Period, shapeOf } from '@/entities/figures/figures'
import { ChartKey } from '@/shared/charts/chart-key'
import { SaveChart, tokenColor } from '@/shared/charts/save-chart'
import { shortMoney, shortNumber } from '@/shared/charts/scale'
import { peakOf, type TrendPoint } from '@/shared/charts/trend'
import { TrendChart } from '@/shared/charts/trend-chart'
import { analytics as copy } from '@/shared/copy/figures/analytics'
import { formatAmount } from '@/shared/lib/money/money'
import { bucketText, spanText } from '@/shared/lib/time/spans'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Panel } from '@/shared/ui/panel'

type Metric = 'revenue' | 'sales'

const METRICS: { value: Metric; label: string }[] = [
  { value: 'revenue', label: copy.revenue },
  { value: 'sales', label: copy.sales },
]

export function PerformancePanel({ figures, period }: { figures: Analytics; period: Period }) {
  const [metric, setMetric] = useState<Metric>('revenue')
  const drawing = useRef<SVGSVGElement>(null)
  const { bucket, currency, from, to, performance } = figures
  const isRevenue = metric === 'revenue'
  const beforeName = isRevenue && figures.previous_from !== null ? copy.before[period] : undefined
  const points = pointsOf(figures, metric)
  const shape = isRevenue ? shapeOf(figures) : 'bars'
  const nowName = figures.currencies.length > 1 ? copy.inCurrency(copy.thisPeriod, currency) : copy.thisPeriod
  const text = (value: number) => (isRevenue ? formatAmount(value, currency) : value.toLocaleString('en-US'))
  const best = points[peakOf(points)]
  const unit = copy.buckets[bucket as keyof typeof copy.buckets] ?? copy.buckets.day
  const days = spanText(from, to)
  const total = isRevenue ? figures.revenue.value : performance.reduce((sum, { sales }) => sum + sales, 0)
  return (
    <Panel
      title={copy.salesPerformance}
      aside={
        <div className="flex items-center gap-2 -my-1.5">
          <Segmented label={copy.show} options={METRICS} value={metric} onValueChange={setMetric} />
          <SaveChart
            title={copy.salesPerformance}
            note={`${days}, ${currency}`}
            name={`sales-performance-${from}-${to}`}
            drawing={drawing}
            legend={() => [
              { name: nowName, color: tokenColor('--series-1'), mark: shape === 'bars' ? 'box' : 'line' },
              ...(beforeName
                ? [{ name: beforeName, color: tokenColor('--ink-3'), mark: 'dots' as const }]
                : []),
            ]}
            table={() => tableOf(figures, unit)}
          />
        </div>
      }
    >
      <ChartKey now={nowName} before={beforeName} shape={shape} />
      <TrendChart
        label={copy.salesPerformance}
        summary={copy.performanceSummary(text(total), days, best?.name ?? '', text(best?.value ?? 0))}
        points={points}
        names={{ point: unit, value: isRevenue ? copy.revenue : copy.sales, before: beforeName }}
        text={text}
        tick={(value) => (isRevenue ? shortMoney(value, currency) : shortNumber(value))}
        markText={({ axis, value }) => {
          const amount = text(value).replace(/\.00$/, '')
          return bucket === 'day' ? copy.onDay(amount, axis) : amount
        }}
        mark="peak"
        shape={shape}
        whole={!isRevenue}
        emptyText={copy.noSales}
        height={270}
        drawing={drawing}
      />
    </Panel>
  )
}

function pointsOf({ performance, bucket }: Analytics, metric: Metric): TrendPoint[] {
  return performance.map(({ start, revenue, sales, previous_revenue }) => ({
    key: start,
    axis: bucketText(start, bucket, 'short'),
    name: bucketText(start, bucket, 'full'),
    value: metric === 'revenue' ? revenue : sales,
    ...(metric === 'revenue' && previous_revenue !== null ? { before: previous_revenue } : {}),
  }))
}

function tableOf({ performance, currency }: Analytics, unit: string) {
  return {
    columns: [unit, `${copy.revenue} (${currency})`, copy.sales, `${copy.previousRevenue} (${currency})`],
    rows: performance.map(({ start, revenue, sales, previous_revenue }) => [
      start,
      revenue,
      sales,
      previous_revenue ?? '',
    ]),
  }
}
