// The four figures of a period, each with its change and a small chart with a description. All count the sales in one
// currency, which is named if there are several.
import type { ReactNode } from 'react'
import { type Analytics, shapeOf } from '@/entities/figures/figures'
import { Sparkline } from '@/shared/charts/sparkline'
import { analytics as copy } from '@/shared/copy/figures/analytics'
import { cx } from '@/shared/lib/cx'
import { HeroMoney } from '@/shared/ui/figures/hero-money'
import { Stat, type StatProps } from '@/shared/ui/figures/stat'
import { Panel } from '@/shared/ui/panel'
import { amountDelta, countDelta, rateDelta } from './change'

export function StatCards({ figures }: { figures: Analytics }) {
  const { currency, currencies, revenue, beats_sold, active_clients, conversion_rate, performance } = figures
  const scoped = (text: string) => (currencies.length > 1 ? copy.inCurrency(text, currency) : text)
  const per = copy.per[figures.bucket as keyof typeof copy.per] ?? copy.per.day
  return (
    <div className="grid grid-cols-2 md:grid-cols-[1.55fr_1fr_1fr_1fr] gap-(--gap)">
      <Card
        hero
        label={copy.totalRevenue}
        value={<HeroMoney amount={revenue.value} currency={currency} />}
        delta={amountDelta(revenue, currency)}
        className="max-md:col-span-2"
      >
        <Sparkline values={performance.map((point) => point.revenue)} shape={shapeOf(figures)} />
        <Note>{scoped(per)}</Note>
      </Card>
      <Card
        label={copy.beatsSold}
        value={beats_sold.value.toLocaleString('en-US')}
        delta={countDelta(beats_sold)}
      >
        <Sparkline values={performance.map(({ sales }) => sales)} shape={shapeOf(figures)} />
        <Note>{scoped(per)}</Note>
      </Card>
      <Card
        label={copy.activeClients}
        value={active_clients.value.toLocaleString('en-US')}
        delta={countDelta(active_clients)}
      >
        <BeforeAndNow now={active_clients.value} before={active_clients.previous} />
        <Note>{scoped(copy.activeClientsMeaning)}</Note>
      </Card>
      <Card
        label={copy.conversionRate}
        value={<Rate percent={conversion_rate.value} />}
        delta={rateDelta(conversion_rate)}
        className="max-md:col-span-2"
      >
        <BeforeAndNow now={conversion_rate.value ?? 0} before={conversion_rate.previous} most={100} />
        <Note>{scoped(copy.conversionMeaning)}</Note>
      </Card>
    </div>
  )
}

type CardProps = StatProps & { children: ReactNode }

function Card({ children, className, ...stat }: CardProps) {
  return (
    <Panel padded={false} className={cx('flex flex-col p-5', className)}>
      <Stat {...stat} />
      <div className="mt-auto pt-4">{children}</div>
    </Panel>
  )
}

function Rate({ percent }: { percent: number | null }) {
  if (percent === null) {
    return (
      <>
        <span aria-hidden className="text-ink-3">
          {copy.notKnown}
        </span>
        <span className="sr-only">{copy.nothingRecorded}</span>
      </>
    )
  }
  return (
    <>
      {percent.toLocaleString('en-US', { maximumFractionDigits: 1 })}
      <span className="text-ink-3 font-medium text-[0.62em] leading-none tracking-normal">%</span>
    </>
  )
}

type BeforeAndNowProps = { now: number; before: number | null; most?: number }

/** Two bars, the current value above the previous one. */
function BeforeAndNow({ now, before, most = Math.max(now, before ?? 0, 1) }: BeforeAndNowProps) {
  return (
    // Hidden from screen readers, because the figures above have the same values.
    <div
      aria-hidden
      className="grid grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-2 h-8 text-12 text-ink-3"
    >
      <span>{copy.thisPeriod}</span>
      <Stroke share={now / most} className="bg-series-1" />
      {before === null ? null : (
        <>
          <span>{copy.previous}</span>
          <Stroke share={before / most} className="bg-ink-3" />
        </>
      )}
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 text-12 text-ink-3">{children}</p>
}

function Stroke({ share, className }: { share: number; className: string }) {
  return (
    <span className="block h-1.5 rounded-pill overflow-hidden bg-surface-3">
      <span
        className={cx('block h-full origin-left', className)}
        style={{ transform: `scaleX(${Math.min(1, share)})` }}
      />
    </span>
  )
}
