// Analytics: the sales of a period, compared with the period before. Period and currency are in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Analytics, PERIODS, type Period } from '@/entities/figures/figures'
import { analyticsQuery } from '@/entities/figures/queries'
import { ApplicationsPanel } from '@/features/applications/applications-panel'
import { TopClients } from '@/features/clients/top-clients'
import { ActivityPanel } from '@/features/figures/activity-panel'
import { CurrencyChoice } from '@/features/figures/currency-choice'
import { periodParam, USUAL_PERIOD } from '@/features/figures/figure-params'
import { GenrePanel } from '@/features/figures/genre-panel'
import { PerformancePanel } from '@/features/figures/performance-panel'
import { StatCards } from '@/features/figures/stat-cards'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { analytics as copy } from '@/shared/copy/figures/analytics'
import { cx } from '@/shared/lib/cx'
import { spanText } from '@/shared/lib/time/spans'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { panelLinkClass } from '@/shared/ui/text-link'

const route = getRouteApi('/applications')

const CHOICES = PERIODS.map((value) => ({ value, label: copy.periods[value] }))

export function AnalyticsPage() {
  const { period = USUAL_PERIOD, currency } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(analyticsQuery({ period, currency }))

  // Changes the current address parameters: an earlier change may not have been rendered yet.
  const changeParams = (change: { period: Period } | { currency: string }) =>
    navigate({
      search: (before) => {
        const { period: chosen = USUAL_PERIOD, ...rest } = { ...before, ...change }
        return { ...rest, ...periodParam(chosen) }
      },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeader
        title={copy.title}
        // A non-breaking space reserves the line while it is loading, so that nothing below it moves.
        subtitle={data ? spanOf(data) : '\u00a0'}
      />
      <div className="flex flex-wrap justify-between gap-2 min-h-9">
        <Segmented
          label={copy.period}
          options={CHOICES}
          value={period}
          onValueChange={(chosen) => changeParams({ period: chosen })}
        />
        {data ? (
          <CurrencyChoice
            currency={currency ?? data.currency}
            currencies={data.currencies}
            onChange={(chosen) => changeParams({ currency: chosen })}
          />
        ) : null}
      </div>
      {isError ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {data ? (
        // While new figures load, the previous ones stay visible, dimmed.
        <div
          aria-busy={isPlaceholderData}
          className="grid grid-cols-[minmax(0,1fr)] gap-(--gap) settle aria-busy:opacity-60"
        >
          <Figures figures={data} />
        </div>
      ) : null}
      {!data && !isError ? <AnalyticsSkeleton /> : null}
      <ApplicationsPanel />
    </>
  )
}

function Figures({ figures }: { figures: Analytics }) {
  const { top_clients, currency, recent_activity } = figures
  return (
    <>
      <StatCards figures={figures} />
      <PerformancePanel figures={figures} period={periodOf(figures)} />
      <div className="grid grid-cols-[minmax(0,1fr)] lg:grid-cols-12 gap-(--gap)">
        <div className="grid gap-(--gap) lg:col-span-5">
          <GenrePanel figures={figures} />
          <Panel
            solid
            padded={false}
            title={
              figures.currencies.length > 1 ? copy.inCurrency(copy.topClients, currency) : copy.topClients
            }
            aside={
              <Link to={PATHS.clients} className={panelLinkClass}>
                {copy.clients}
              </Link>
            }
          >
            {top_clients.length > 0 ? (
              <TopClients label={copy.topClients} clients={top_clients} currency={currency} />
            ) : (
              <p className="px-(--pad) pb-6 text-ink-2">{copy.noClients}</p>
            )}
          </Panel>
        </div>
        <ActivityPanel activities={recent_activity} className="lg:col-span-7" />
      </div>
    </>
  )
}

/** The period of the figures on screen, which differs from the address while new ones load. */
function periodOf({ period }: Analytics): Period {
  return PERIODS.find((known) => known === period) ?? USUAL_PERIOD
}

function spanOf(figures: Analytics): string {
  const days = spanText(figures.from, figures.to)
  return figures.previous_from === null ? days : copy.spanAgainst(days, copy.against[periodOf(figures)])
}

/** A loading skeleton with the shape of the loaded screen. */
function AnalyticsSkeleton() {
  return (
    <Loading label={copy.loading} className="grid gap-(--gap)">
      <div className="grid grid-cols-2 md:grid-cols-[1.55fr_1fr_1fr_1fr] gap-(--gap)">
        {[0, 1, 2, 3].map((card) => (
          <Panel
            key={card}
            padded={false}
            className={cx('h-[214px] p-5', card % 3 === 0 && 'max-md:col-span-2')}
          >
            <Skeleton width={104} />
            <Skeleton width={card === 0 ? 200 : 88} height={28} className="mt-4" />
            <Skeleton height={32} className="mt-12" />
          </Panel>
        ))}
      </div>
      <Panel title={copy.salesPerformance}>
        <Skeleton height={302} />
      </Panel>
      <div className="grid lg:grid-cols-12 gap-(--gap)">
        <Panel title={copy.genreDistribution} className="lg:col-span-5">
          <Skeleton width={160} height={160} round className="mx-auto" />
          <Skeleton className="mt-8" />
          <Skeleton className="mt-4" />
          <Skeleton className="mt-4" />
        </Panel>
        <Panel title={copy.recentActivity} className="lg:col-span-7">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} className="flex items-center gap-3 h-14">
              <Skeleton width={32} height={32} className="rounded-control" />
              <Skeleton width="50%" />
            </div>
          ))}
        </Panel>
      </div>
    </Loading>
  )
}
