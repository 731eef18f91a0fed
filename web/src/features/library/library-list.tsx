// The library with its loading, failed and empty states. The shown list is the player's playlist.
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Document } from '@/entities/documents/document'
import { isFiltering, type LibraryFilter } from '@/entities/documents/filter'
import { libraryQuery } from '@/entities/documents/queries'
import { player } from '@/entities/player/player'
import { ApiError } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { library as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedList } from '@/shared/ui/lists/paged-list'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { Spinner } from '@/shared/ui/spinner'
import { toast } from '@/shared/ui/toast/toast'
import { LibraryTable } from './library-table'
import type { RowHandlers } from './row-actions'

type LibraryListProps = {
  filter: LibraryFilter
  onFilter: (filter: LibraryFilter) => void
  onReset: () => void
  handlers: Omit<RowHandlers, 'onPlay'>
  /** Renders search and filter above the table, in the same panel. */
  tools: (count: ReactNode) => ReactNode
  /** The button that uploads, for a library that is empty. */
  upload: ReactNode
}

export function LibraryList({ filter, onFilter, onReset, handlers, tools, upload }: LibraryListProps) {
  const list = usePagedRows(libraryQuery(filter))
  const { rows, total } = list
  const rowHandlers = usePlaying(rows, JSON.stringify(filter), handlers)
  useGreeting(list.isLoaded && !list.isPlaceholder ? total : null)

  const count = (
    <p
      role="status"
      className={cx('num ml-auto text-ink-2 whitespace-nowrap max-sm:sr-only', total === 0 && 'sr-only')}
    >
      {list.isLoaded ? copy.count(total) : null}
    </p>
  )
  return (
    <Panel solid padded={false} className="@container overflow-clip">
      {tools(count)}
      <div className={cx('border-t border-line', list.isPlaceholder && 'opacity-70')}>
        <PagedList
          list={list}
          copy={copy}
          failureText={failureText}
          skeleton={<SkeletonRows />}
          empty={
            <NoRows
              isFiltering={isFiltering(filter)}
              noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilters, onReset }}
              nothingYet={{ title: copy.emptyTitle, text: copy.emptyText, action: upload }}
            />
          }
        >
          <LibraryTable
            list={list}
            order={filter}
            onOrder={(order) => onFilter({ ...filter, ...order })}
            handlers={rowHandlers}
          />
        </PagedList>
      </div>
    </Panel>
  )
}

/** A row's play button plays the shown list from that row, or toggles pause if the row is the current track. */
function usePlaying(
  rows: readonly Document[],
  name: string,
  handlers: Omit<RowHandlers, 'onPlay'>,
): RowHandlers {
  const shown = useRef({ rows, name })
  shown.current = { rows, name }
  useEffect(() => player.follow(rows, name), [rows, name])
  return useMemo(
    () => ({
      ...handlers,
      onPlay: (document) => {
        const { current, isPlaying } = player.get()
        if (current?.id === document.id) player.setPlaying(!isPlaying)
        else player.open(document, shown.current.rows, { name: shown.current.name })
      },
    }),
    [handlers],
  )
}

/** 'Loaded {n} beats!', once for each visit and not for every search. */
function useGreeting(total: number | null) {
  const isSaid = useRef(false)
  useEffect(() => {
    if (total === null || isSaid.current) return
    isSaid.current = true
    if (total > 0) toast.success(copy.loaded(total), { ...TOASTS.success, id: 'library-loaded' })
  }, [total])
}

function failureText(error: unknown): string {
  return error instanceof ApiError
    ? copy.loadFailed(error.serverText ?? error.message)
    : copy.documentsFailed(calls.offline)
}

/** A skeleton with the height of the first rows. */
function SkeletonRows() {
  return (
    <Loading label={copy.loading}>
      <p
        aria-hidden
        className="flex items-center gap-2 h-9 px-(--pad) border-b border-line text-12 text-ink-3"
      >
        <Spinner size={12} />
        {copy.loading}
      </p>
      {[180, 140, 220, 160, 200, 150, 190, 170].map((width) => (
        <div
          key={width}
          className="flex items-center gap-4 h-[56px] px-(--pad) border-b border-line last:border-b-0"
        >
          <Skeleton width={32} height={32} round />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={84} className="max-sm:hidden" />
        </div>
      ))}
    </Loading>
  )
}
