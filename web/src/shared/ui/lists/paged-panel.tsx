// A table that is loaded page by page, in a panel with the number of rows above it. If the first page could not be
// loaded, an error replaces both.
import type { ReactNode } from 'react'
import { errorMessageOf } from '@/shared/api/error'
import { cx } from '@/shared/lib/cx'
import { Panel } from '../panel'
import { Loading, Skeleton } from '../skeleton'
import { ListCount } from './list-count'
import { ListFailure } from './list-failure'
import { PagedList, type PagedListCopy } from './paged-list'
import type { PagedRows } from './use-paged-rows'

interface PagedPanelCopy extends PagedListCopy {
  loading: string
  loadFailed: string
  count: (total: number, isExact: boolean) => string
}

interface PagedPanelProps {
  list: PagedRows<unknown>
  copy: PagedPanelCopy
  /** The height of one row, so that the skeleton is as high as the first rows will be. */
  rowHeightClass: string
  empty: ReactNode
  children: ReactNode
}

export function PagedPanel({ list, copy, rowHeightClass, empty, children }: PagedPanelProps) {
  const failureText = (error: Error) => errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed
  if (list.error !== null) {
    return <ListFailure text={failureText(list.error)} retryLabel={copy.retry} onRetry={list.retry} />
  }
  return (
    <>
      <ListCount isEmpty={list.rows.length === 0}>
        {list.isLoaded ? copy.count(list.total, list.totalIsExact) : null}
      </ListCount>
      <Panel
        solid
        padded={false}
        className={cx('@container overflow-clip', list.isPlaceholder && 'opacity-70')}
      >
        <PagedList
          list={list}
          copy={copy}
          failureText={failureText}
          skeleton={<SkeletonRows label={copy.loading} rowHeightClass={rowHeightClass} />}
          empty={empty}
        >
          {children}
        </PagedList>
      </Panel>
    </>
  )
}

function SkeletonRows({ label, rowHeightClass }: { label: string; rowHeightClass: string }) {
  return (
    <Loading label={label}>
      {[180, 140, 220, 160, 200, 150, 190, 170].map((width) => (
        <div
          key={width}
          className={cx(
            'flex items-center gap-3 px-(--pad) border-b border-line last:border-b-0',
            rowHeightClass,
          )}
        >
          <Skeleton width={32} height={32} className="rounded-control" />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={84} />
        </div>
      ))}
    </Loading>
  )
}
