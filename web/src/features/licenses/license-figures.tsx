// The licenses at a glance: how many are active, expire soon, are near or over a cap, and are exclusive.
import { useQuery } from '@tanstack/react-query'
import { licenseFiguresQuery } from '@/entities/licenses/queries'
import { licenseFigures as copy } from '@/shared/copy/licenses/licenses'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

export function LicenseFigures() {
  const { data: figures, isError } = useQuery(licenseFiguresQuery)
  // The list below shows the error, and has a text for the empty list.
  if (isError && !figures) return null
  if (!figures) {
    return (
      <Loading label={copy.label}>
        <Skeleton height={90} className="rounded-panel" />
      </Loading>
    )
  }
  const { active, expired, superseded, terminated, refunded } = figures
  if (active + expired + superseded + terminated + refunded === 0) return null
  const shown = [
    [copy.active, active],
    [copy.expiring, figures.expiring],
    [copy.nearCap, figures.near_cap],
    [copy.exclusive, figures.exclusive],
  ] as const
  return (
    <Panel padded={false}>
      <dl aria-label={copy.label} className="grid grid-cols-2 sm:grid-cols-4 overflow-clip rounded-panel">
        {shown.map(([name, count]) => (
          <div
            key={name}
            className="min-w-0 px-(--pad) pt-4 pb-3.5 -mt-px -ml-px border-t border-l border-line"
          >
            <dt className="font-medium text-ink-2 truncate">{name}</dt>
            <dd className="num text-20 leading-9 font-semibold tracking-figures">
              {count.toLocaleString('en-US')}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
