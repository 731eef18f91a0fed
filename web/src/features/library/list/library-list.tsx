// The library with its loading, failed and empty states. A row's play button plays the list from that row. Selecting
// rows replaces search and filter by a bar of actions.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Document } from '@/entities/documents/document'
import { isFiltering, type LibraryFilter } from '@/entities/documents/filter'
import { libraryQuery } from '@/entities/documents/queries'
import { player } from '@/entities/player/player'
import { queueAllMatches } from '@/entities/player/queue-all-matches'
import { ApiError } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { library as copy } from '@/shared/copy/library/library'
import { cx } from '@/shared/lib/cx'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedList } from '@/shared/ui/lists/paged-list'
import { type PagedRows, usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { Spinner } from '@/shared/ui/spinner'
import { toast } from '@/shared/ui/toast/toast'
import { usePublish } from '../use-publish'
import { BulkBar, type BulkField } from './bulk-bar'
import { LibraryTable } from './library-table'
import { removeMany, useRemovingIds } from './remove-many'
import { queue, type RowHandlers } from './row-actions'
import { saveDocuments } from './save-document'
import { type Selection, useSelection } from './use-selection'

type PageHandlers = Pick<RowHandlers, 'onDownload' | 'onShare' | 'onEdit' | 'onDelete' | 'onPublish'>

type LibraryListProps = {
  filter: LibraryFilter
  onFilter: (change: Partial<LibraryFilter>) => void
  onReset: () => void
  handlers: PageHandlers
  /** Opens the dialog that changes several items. */
  onEditMany: (documents: readonly Document[], field: BulkField) => void
  /** Opens the license prices of several items. */
  onPriceMany: (documents: readonly Document[]) => void
  /** Opens the dialog that shares several items. */
  onShareMany: (documents: readonly Document[]) => void
  /** Renders search and filter above the table, in the same panel. */
  tools: (count: ReactNode) => ReactNode
  /** The upload button, for an empty library. */
  upload: ReactNode
}

export function LibraryList({
  filter,
  onFilter,
  onReset,
  handlers,
  onEditMany,
  onPriceMany,
  onShareMany,
  tools,
  upload,
}: LibraryListProps) {
  const client = useQueryClient()
  const list = useRemainingRows(usePagedRows(libraryQuery(filter)))
  const { rows, total } = list
  const selection = useSelection(useMemo(() => rows.map(({ id }) => id), [rows]))
  const rowHandlers = usePlaying(list, filter, handlers, selection.toggle)
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  // Videos are not on the public page.
  const beats = chosen.filter(({ category }) => category === 'beat')
  const publish = usePublish()
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
      {/* On a phone the actions stand at the bottom, and search and filter stay. */}
      <div className={cx(chosen.length > 0 && 'sm:hidden')}>{tools(count)}</div>
      {chosen.length === 0 ? null : (
        <BulkBar
          count={chosen.length}
          isAll={chosen.length === rows.length}
          onAll={selection.all}
          onClear={selection.clear}
          onPlay={() => player.playAll(chosen)}
          onQueue={() => {
            queue('last', chosen)
            selection.clear()
          }}
          onEdit={(field) => onEditMany(chosen, field)}
          onPrices={() => onPriceMany(chosen)}
          isPublic={beats.length > 0 && beats.every(({ is_public }) => is_public)}
          onPublish={() => {
            publish(
              beats.map(({ id }) => id),
              !beats.every(({ is_public }) => is_public),
            )
            selection.clear()
          }}
          onShare={() => onShareMany(chosen)}
          onDownload={() => saveDocuments(chosen)}
          onDelete={() => {
            removeMany(client, chosen)
            selection.clear()
          }}
        />
      )}
      <div
        data-selecting={chosen.length > 0}
        className={cx(
          'border-t border-line',
          list.isPlaceholder && 'opacity-70',
          chosen.length > 0 && 'max-sm:pb-16',
        )}
      >
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
            onOrder={onFilter}
            handlers={rowHandlers}
            selection={selection}
          />
        </PagedList>
      </div>
    </Panel>
  )
}

/** Filters out the rows that are about to be deleted. */
function useRemainingRows(list: PagedRows<Document>): PagedRows<Document> {
  const leaving = useRemovingIds()
  const rows = useMemo(
    () => (leaving.size === 0 ? list.rows : list.rows.filter(({ id }) => !leaving.has(id))),
    [list.rows, leaving],
  )
  return rows === list.rows ? list : { ...list, rows, total: list.total - (list.rows.length - rows.length) }
}

/** A row's play button plays the shown list from that row, or toggles pause if the row is the current track. */
function usePlaying(
  { rows, total }: PagedRows<Document>,
  filter: LibraryFilter,
  handlers: PageHandlers,
  toggle: Selection['toggle'],
): RowHandlers {
  const name = JSON.stringify(filter)
  const shown = useRef({ rows, total, filter, name })
  shown.current = { rows, total, filter, name }
  useEffect(() => {
    player.extendList(rows, name)
  }, [rows, name])
  return useMemo(() => {
    const open = (document: Document, at: number) => {
      const list = shown.current
      player.open(document, list.rows, { at, name: list.name })
      // Queues all matches, not only the loaded rows, so that shuffle can choose among all of them.
      if (list.rows.length < list.total) queueAllMatches(list.filter, list.name)
    }
    return {
      ...handlers,
      onPlay: (document) => {
        const { current, isPlaying } = player.get()
        if (current?.id === document.id) player.setPlaying(!isPlaying)
        else open(document, 0)
      },
      onPlayFrom: open,
      onSelect: (document, range) => toggle(document.id, range),
    }
  }, [handlers, toggle])
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

/** A loading skeleton with the height of the first rows. */
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
          className="flex items-center gap-4 h-(--row-two-lines) max-sm:h-[60px] px-(--pad) border-b border-line last:border-b-0"
        >
          <Skeleton width={40} height={40} />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={84} className="max-sm:hidden" />
        </div>
      ))}
    </Loading>
  )
}
