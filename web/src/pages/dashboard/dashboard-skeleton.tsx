// The skeleton of the dashboard: the panels of the loaded one, in its shape.
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton, SkeletonFigures, SkeletonRows } from '@/shared/ui/skeleton'

export function DashboardSkeleton() {
  return (
    <Loading label={copy.loading} className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-12 gap-(--gap)">
      <Panel padded={false} className="xl:col-span-8 wide:col-span-6">
        <div className="grid grid-cols-2 sm:grid-cols-[1.5fr_1fr_1fr] border-b border-line">
          <SkeletonFigures
            widths={[176, 48, 40]}
            className="h-[122px] py-5 border-line max-sm:first:col-span-2 max-sm:first:border-b sm:not-first:border-l max-sm:last:border-l"
          />
        </div>
        <div aria-hidden className="grid content-between h-[314px] px-(--pad) pt-5 pb-11">
          <Skeleton width={112} />
          {[1, 2, 3, 4, 5].map((line) => (
            <span key={line} className="h-px bg-line" />
          ))}
        </div>
      </Panel>
      <div className="grid md:max-xl:grid-cols-2 xl:grid-rows-[auto_1fr] gap-(--gap) xl:col-span-4 wide:col-span-3">
        <Panel title={copy.wallet}>
          <Skeleton width={168} height={28} className="mb-5" />
          <Skeleton height={36} className="rounded-control" />
        </Panel>
        <Panel padded={false} title={copy.balances}>
          <SkeletonRows widths={[120, 100, 140]} className="h-16" />
        </Panel>
      </div>
      <Panel solid padded={false} title={copy.recentSales} className="xl:col-span-8 wide:col-span-7">
        <SkeletonRows widths={[180, 140, 200, 160, 190]} className="h-[60px]" />
      </Panel>
      <Panel solid padded={false} title={copy.topClients} className="xl:col-span-4 wide:col-span-5">
        <SkeletonRows widths={[120, 96, 132, 108, 116]} className="h-[60px]" />
      </Panel>
    </Loading>
  )
}
