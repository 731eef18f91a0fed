// The media library: uploading, finding, playing, changing and deleting. Search, filters and sort order are address
// parameters.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { filterQuery, type LibraryFilter, NO_CHOICES, NO_FILTER } from '@/entities/documents/filter'
import { documentQuery, overviewQuery } from '@/entities/documents/queries'
import { player } from '@/entities/player/player'
import { useRail } from '@/entities/rail/rail'
import { isUnderWay, useUploads } from '@/entities/uploads/uploads'
import { useTakeFiles } from '@/entities/uploads/use-take-files'
import { ExportButton } from '@/features/exports/export-button'
import { filterOf, paramsOf } from '@/features/library/filter/filter-params'
import { LibraryFilters } from '@/features/library/filter/library-filters'
import type { BulkField } from '@/features/library/list/bulk-bar'
import { LibraryList } from '@/features/library/list/library-list'
import { saveDocument } from '@/features/library/list/save-document'
import { usePublish } from '@/features/library/use-publish'
import { useRemoveDocument } from '@/features/library/use-remove-document'
import { LibraryTabs } from '@/features/shares/library-tabs'
import { errorMessageOf } from '@/shared/api/error'
import { LIBRARY, MEDIA_TYPES, TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { library as copy } from '@/shared/copy/library/library'
import { applyChange, type Change } from '@/shared/lib/apply-change'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { PageHeader } from '@/shared/ui/page-header'
import { toast } from '@/shared/ui/toast/toast'
import { useDialogs } from '../use-dialogs'

const EditDialog = lazy(async () => ({
  default: (await import('@/features/library/edit-dialog')).EditDialog,
}))

const BulkDialog = lazy(async () => ({
  default: (await import('@/features/library/list/bulk-dialog')).BulkDialog,
}))

const BulkPriceDialog = lazy(async () => ({
  default: (await import('@/features/prices/bulk-price-dialog')).BulkPriceDialog,
}))

const ShareDialog = lazy(async () => ({
  default: (await import('@/features/shares/form/share-dialog')).ShareDialog,
}))

const route = getRouteApi('/documents')

type BulkDialogState = { documents: readonly Document[]; field: BulkField; isOpen: boolean; serial: number }

export function LibraryPage() {
  const [filter, setFilter] = useFilter()
  useNamedItem(setFilter)
  useRowsMark()
  const { data: overview } = useQuery(overviewQuery)
  const [edited, setEdited] = useState<{ document: Document; isOpen: boolean; serial: number } | null>(null)
  const [many, setMany] = useState<BulkDialogState | null>(null)
  const [priced, setPriced] = useState<{ ids: string[]; isOpen: boolean; serial: number } | null>(null)
  const closePriced = useCallback(() => setPriced((now) => now && { ...now, isOpen: false }), [])
  const sharing = useDialogs<readonly Document[]>()
  const go = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const take = useTakeFiles()
  const genres = overview?.genres ?? []
  // Deleting removes the focused button together with its row, so the focus moves to the list.
  const { remove, dialog: promised } = useRemoveDocument(() => list.current?.focus())
  const isUploading = useUploads().some(isUnderWay)

  const share = sharing.show
  const removing = useRef(remove)
  removing.current = remove
  const publish = usePublish()
  const publishing = useRef(publish)
  publishing.current = publish
  // Stable across renders, so that memoized rows are not rendered again.
  const handlers = useMemo(
    () => ({
      onDownload: saveDocument,
      onShare: (document: Document) => share([document]),
      onEdit: (document: Document) =>
        setEdited((now) => ({ document, isOpen: true, serial: (now?.serial ?? 0) + 1 })),
      onDelete: (document: Document) => removing.current(document),
      onPublish: ({ id, is_public }: Document) => publishing.current([id], !is_public),
    }),
    [share],
  )

  // The page header has the only primary button of the screen, even if the library is empty.
  const upload = (variant?: 'primary') => (
    <Button
      variant={variant}
      icon={<Upload aria-hidden />}
      pending={isUploading}
      pendingLabel={copy.uploading}
      onClick={() => picker.current?.click()}
    >
      {copy.upload}
    </Button>
  )
  return (
    <>
      <PageHeader title={copy.title} subtitle={copy.subtitle} actions={upload('primary')} />
      <LibraryTabs current="beats" />
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={MEDIA_TYPES.picker}
        aria-label={copy.upload}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          // Emptied, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
      <div ref={list} tabIndex={-1} className="min-w-0">
        <LibraryList
          filter={filter}
          onFilter={setFilter}
          onReset={() => setFilter({ ...NO_CHOICES, search: '' })}
          handlers={handlers}
          onEditMany={(documents, field) =>
            setMany((now) => ({ documents, field, isOpen: true, serial: (now?.serial ?? 0) + 1 }))
          }
          onPriceMany={(documents) =>
            setPriced((now) => ({
              ids: documents.map(({ id }) => id),
              isOpen: true,
              serial: (now?.serial ?? 0) + 1,
            }))
          }
          onShareMany={share}
          upload={upload()}
          tools={(count) => (
            <div className="flex items-center gap-2 px-(--pad) py-3">
              <SearchInput
                label={copy.searchLabel}
                placeholder={copy.search}
                clearLabel={copy.clearSearch}
                value={filter.search}
                onValueChange={(search) => setFilter({ search })}
                delayMs={LIBRARY.searchDelayMs}
                maxLength={LIBRARY.searchMax}
                className="grow max-w-[400px]"
              />
              <LibraryFilters filter={filter} genres={genres} onChange={setFilter} />
              <ExportButton type="documents" filters={filterQuery(filter)} />
              {count}
            </div>
          )}
        />
      </div>
      {many ? (
        <Suspense>
          <BulkDialog
            key={many.serial}
            open={many.isOpen}
            onClose={() => setMany((now) => now && { ...now, isOpen: false })}
            documents={many.documents}
            field={many.field}
            genres={genres}
          />
        </Suspense>
      ) : null}
      {priced ? (
        <Suspense>
          <BulkPriceDialog key={priced.serial} open={priced.isOpen} onClose={closePriced} ids={priced.ids} />
        </Suspense>
      ) : null}
      {sharing.shown ? (
        <Suspense>
          <ShareDialog
            key={sharing.serial}
            open={sharing.isOpen}
            onClose={sharing.close}
            documents={sharing.shown}
            onView={({ id }) => go({ to: PATHS.shares, search: { link: id } })}
          />
        </Suspense>
      ) : null}
      {promised}
      {edited ? (
        <Suspense>
          <EditDialog
            key={edited.serial}
            open={edited.isOpen}
            onClose={() => setEdited((now) => now && { ...now, isOpen: false })}
            document={edited.document}
            genres={genres}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** Searches for the item that the address names and plays it; then the address keeps the search instead. */
function useNamedItem(setFilter: (change: Change<LibraryFilter>) => void) {
  const { item } = route.useSearch()
  const { data, error } = useQuery({ ...documentQuery(item ?? ''), enabled: item !== undefined })
  const show = useRef(setFilter)
  show.current = setFilter
  useEffect(() => {
    if (item === undefined || (data === undefined && error === null)) return
    if (data === undefined) {
      toast.error(errorMessageOf(error, copy.itemFailed) ?? calls.offline, TOASTS.other)
      show.current(NO_FILTER)
    } else {
      show.current({ ...NO_FILTER, search: nameOf(data.document).trim().slice(0, LIBRARY.searchMax) })
      player.open(data.document, [data.document])
    }
  }, [item, data, error])
}

/** Marks the page, so that toasts do not cover the actions at the end of the rows. */
function useRowsMark() {
  const rail = useRail()
  useEffect(() => {
    // Over an open rail the toasts do not reach the rows.
    if (rail === 'open') return
    document.body.dataset.rows = 'wide'
    return () => {
      delete document.body.dataset.rows
    }
  }, [rail])
}

function useFilter() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  // Changes the filter in the current address: an earlier change may not have been rendered yet.
  const setFilter = (change: Change<LibraryFilter>) =>
    navigate({
      search: (before) => paramsOf(applyChange(filterOf(before), change)),
      replace: true,
      resetScroll: false,
    })
  // Stable for the same address, so that effects depending on it do not run on every render.
  const filter = useMemo(() => filterOf(params), [params])
  return [filter, setFilter] as const
}
