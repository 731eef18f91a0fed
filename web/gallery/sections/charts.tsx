// Charts: a trend as line and as bars, one with nothing on it, a ring, a split bar and a sparkline.
import { useRef } from 'react'
import { ChartKey } from '@/shared/charts/chart-key'
import { Donut } from '@/shared/charts/donut'
import { SaveChart, tokenColor } from '@/shared/charts/save-chart'
import { shortMoney, shortNumber } from '@/shared/charts/scale'
import { withColors } from '@/shared/charts/shares'
import { Sparkline } from '@/shared/charts/sparkline'
import { SplitBar } from '@/shared/charts/split-bar'
import { TrendChart } from '@/shared/charts/trend-chart'
import { formatAmount } from '@/shared/lib/money/money'
import { Panel } from '@/shared/ui/panel'

const MONTHS = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']
const REVENUE = [4120, 3680, 5240, 6110, 5480, 7020, 6640, 7980, 7310, 8760, 9857, 12480]
const POINTS = MONTHS.map((axis, index) => {
  const value = REVENUE[index] ?? 0
  return { key: axis, axis, name: axis, value, before: Math.round(value * 0.7) }
})
const GENRES = [
  { name: 'Trap', value: 46 },
  { name: 'Lo-fi', value: 31 },
  { name: 'R&B', value: 24 },
  { name: 'Drill', value: 15 },
  { name: 'Afrobeat', value: 8 },
  { name: 'Jersey club', value: 3 },
  { name: 'Ambient', value: 1 },
]
const SHARES = withColors(GENRES, 'Other')
const dollars = (value: number) => formatAmount(value)

export function ChartsSection() {
  const drawing = useRef<SVGSVGElement>(null)
  return (
    <>
      <Panel
        title="Revenue"
        aside={
          <SaveChart
            title="Revenue"
            note="Last 12 months, USD"
            name="revenue"
            drawing={drawing}
            legend={() => [{ name: 'This year', color: tokenColor('--series-1'), mark: 'line' }]}
            table={() => ({
              columns: ['Month', 'Revenue'],
              rows: POINTS.map(({ name, value }) => [name, value]),
            })}
          />
        }
      >
        <ChartKey now="This year" before="Year before" />
        <TrendChart
          label="Revenue by month"
          summary="Revenue by month. November is the highest at $12,480.00."
          points={POINTS}
          names={{ point: 'Month', value: 'Revenue', before: 'Year before' }}
          text={dollars}
          tick={(value) => shortMoney(value, 'USD')}
          drawing={drawing}
        />
      </Panel>
      <div className="grid sm:grid-cols-2 gap-(--gap)">
        <Panel title="Sales as bars">
          <TrendChart
            label="Sales by month"
            summary="Sales by month."
            points={POINTS.map(({ before: _, ...point }, index) => ({ ...point, value: (index * 5) % 11 }))}
            names={{ point: 'Month', value: 'Sales' }}
            text={String}
            tick={shortNumber}
            shape="bars"
            mark="peak"
            whole
          />
        </Panel>
        <Panel title="Nothing yet">
          <TrendChart
            label="No sales"
            summary="Nothing was sold."
            points={POINTS.map(({ key, axis, name }) => ({ key, axis, name, value: 0 }))}
            names={{ point: 'Month', value: 'Revenue' }}
            text={dollars}
            tick={(value) => shortMoney(value, 'EUR')}
            emptyText="No completed sales in this period"
          />
        </Panel>
        <Panel title="Genres">
          <Donut
            label="Sales by genre"
            summary="Trap has the largest share."
            shares={SHARES}
            total={{ text: '128', name: 'sales' }}
            text={String}
          />
        </Panel>
        <Panel title="In a narrow place">
          <SplitBar label="Genres" shares={SHARES} />
          <div className="mt-6 max-w-[160px]">
            <Sparkline shape="line" values={REVENUE} />
          </div>
        </Panel>
      </div>
    </>
  )
}
