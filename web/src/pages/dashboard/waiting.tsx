// The skeleton of the dashboard, with the height of the loaded one.
import { dashboard as copy } from '@/shared/copy/dashboard'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

export function Waiting() {
  return (
    <Loading label={copy.loading} className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-12 gap-(--gap)">
      <Skeleton height={448} className="rounded-panel xl:col-span-8 wide:col-span-6" />
      <div className="grid xl:grid-rows-[auto_1fr] gap-(--gap) xl:col-span-4 wide:col-span-3">
        <Skeleton height={150} className="rounded-panel" />
        <Skeleton height={282} className="rounded-panel" />
      </div>
      <Skeleton height={330} className="rounded-panel xl:col-span-8 wide:col-span-7" />
      <Skeleton height={330} className="rounded-panel xl:col-span-4 wide:col-span-5" />
    </Loading>
  )
}
