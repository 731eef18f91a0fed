// The share links: search, filter, the paged table, and beside it the open link. Search, filter and the open link are
// address parameters.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef } from 'react'
import { aboutQuery } from '@/entities/about/queries'
import { previewSettingsQuery } from '@/entities/previews/previews'
import { isFiltering, NO_FILTER, type ShareFilter } from '@/entities/shares/filter'
import { shareLinksQuery } from '@/entities/shares/queries'
import type { WholeLink } from '@/entities/shares/share'
import { filterOf, paramsOf } from '@/features/shares/filter-params'
import { LibraryTabs } from '@/features/shares/library-tabs'
import { type LinkHandlers, LinkPanel } from '@/features/shares/link-panel'
import { ShareChips } from '@/features/shares/share-chips'
import { ShareFilters } from '@/features/shares/share-filters'
import { SharesTable } from '@/features/shares/shares-table'
import { useLinkActions } from '@/features/shares/use-link-actions'
import { errorMessageOf } from '@/shared/api/error'
import { useWidth } from '@/shared/charts/use-width'
import { SHARE, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { shares as copy } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { lazy } from '@/shared/lib/lazy'
import { useRemovedIds } from '@/shared/lib/removals'
import { Banner } from '@/shared/ui/banner'
import { Button, buttonClass } from '@/shared/ui/button'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedList } from '@/shared/ui/lists/paged-list'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { useDialogs } from '../use-dialogs'

const ShareDialog = lazy(async () => ({
  default: (await import('@/features/shares/form/share-dialog')).ShareDialog,
}))
const EditDialog = lazy(async () => ({
  default: (await import('@/features/shares/form/edit-dialog')).EditDialog,
}))
const PeopleDialog = lazy(async () => ({
  default: (await import('@/features/shares/form/people-dialog')).PeopleDialog,
}))

const route = getRouteApi('/documents/shares')

/** From this width of the screen's content the open link stands beside the list. */
const BESIDE_PX = 800

type SharesDialog = { kind: 'new' } | { kind: 'edit' | 'people'; whole: WholeLink }

export function SharesPage() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const filter = filterOf(params)
  const list = usePagedRows(shareLinksQuery(filter))
  const removed = useRemovedIds()
  const [place, width] = useWidth<HTMLDivElement>()
  const top = useRef<HTMLDivElement>(null)
  const { shown, isOpen, serial, show, close } = useDialogs<SharesDialog>()
  const actions = useLinkActions()
  const { data: about } = useQuery(aboutQuery)
  const { data: settings } = useQuery(previewSettingsQuery)

  const isBeside = width >= BESIDE_PX
  const named = params.link !== undefined && !removed.has(params.link) ? params.link : undefined
  // If the details are beside the list, one link is always open: the first, until another is chosen.
  const openId = named ?? (isBeside ? list.rows[0]?.id : undefined)
  const isOff = about?.publicPages === 'off'
  const isEmpty = list.isLoaded && list.total === 0 && !isFiltering(filter)

  const setFilter = (next: ShareFilter) =>
    navigate({ search: paramsOf(next, isBeside ? params.link : ''), replace: true, resetScroll: false })
  const open = useCallback(
    (link?: { id: string }) =>
      navigate({
        search: (before) => ({ ...before, link: link?.id }),
        // If the details are beside the list, opening another link replaces the history entry.
        replace: isBeside || link === undefined,
        resetScroll: !isBeside,
      }),
    [navigate, isBeside],
  )
  const latest = useRef(actions)
  latest.current = actions
  const handlers: LinkHandlers = useMemo(
    () => ({
      onStop: (whole) => latest.current.stop(whole),
      onStopClient: (client) => latest.current.stopClient(client),
      onEdit: (whole) => show({ kind: 'edit', whole }),
      onAddPeople: (whole) => show({ kind: 'people', whole }),
      onClearVisitors: (whole) => latest.current.clearVisitors(whole),
      onDelete: (whole) => {
        latest.current.remove(whole)
        open()
        // Deleting the link removes the focused menu, so the focus moves to the list.
        top.current?.focus()
      },
    }),
    [show, open],
  )
  const isListShown = isBeside || openId === undefined
  const create = (
    <Button
      variant="primary"
      icon={<Share2 aria-hidden />}
      disabled={isOff}
      onClick={() => show({ kind: 'new' })}
    >
      {copy.create}
    </Button>
  )

  return (
    <>
      <PageHeader title={copy.title} subtitle={copy.subtitle} actions={create} />
      <LibraryTabs current="shares" />
      {isOff ? <Banner>{copy.pagesOff}</Banner> : null}
      {settings?.is_tag_missing && !isOff && !isEmpty ? (
        <Banner
          action={
            <Link to={PATHS.previewSettings} className={buttonClass()}>
              {copy.addTag}
            </Link>
          }
        >
          {copy.tagMissing}
        </Banner>
      ) : null}
      <div
        ref={place}
        className={cx(
          'grid gap-4 items-start',
          isBeside && openId !== undefined
            ? 'grid-cols-[minmax(0,11fr)_minmax(0,10fr)]'
            : 'grid-cols-[minmax(0,1fr)]',
        )}
      >
        {isListShown ? (
          <div ref={top} tabIndex={-1} className="min-w-0">
            <Panel
              solid
              padded={false}
              className={cx('@container overflow-clip', list.isPlaceholder && 'opacity-70')}
            >
              <div className="flex items-center gap-2 px-(--pad) py-3">
                <SearchInput
                  label={copy.search}
                  placeholder={copy.searchPlaceholder}
                  clearLabel={copy.clearSearch}
                  value={filter.search}
                  onValueChange={(search) => setFilter({ ...filter, search })}
                  delayMs={TRANSACTION.searchDelayMs}
                  maxLength={SHARE.searchMax}
                  className="grow min-w-0"
                />
                <ShareFilters filter={filter} disabled={isEmpty} onChange={setFilter} />
              </div>
              <ShareChips
                filter={filter}
                onChange={setFilter}
                onRemoved={() => top.current?.focus()}
                onStopClient={actions.stopClient}
              />
              <p role="status" className="sr-only">
                {list.isLoaded ? copy.count(list.total) : null}
              </p>
              <div className="border-t border-line">
                <PagedList
                  list={list}
                  copy={copy}
                  failureText={(error) => errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
                  skeleton={<SkeletonRows />}
                  empty={
                    <NoRows
                      isFiltering={isFiltering(filter)}
                      noMatch={{
                        title: copy.noMatchTitle,
                        text: copy.noMatch,
                        reset: copy.resetFilter,
                        onReset: () => setFilter(NO_FILTER),
                      }}
                      nothingYet={{
                        title: copy.emptyTitle,
                        text: copy.empty,
                        action: (
                          <Button disabled={isOff} onClick={() => show({ kind: 'new' })}>
                            {copy.create}
                          </Button>
                        ),
                      }}
                    />
                  }
                >
                  <SharesTable list={list} openId={openId} onOpen={open} />
                </PagedList>
              </div>
            </Panel>
          </div>
        ) : null}
        {openId === undefined ? null : (
          <LinkPanel id={openId} handlers={handlers} onBack={isBeside ? undefined : () => open()} />
        )}
      </div>
      {shown ? (
        <Suspense>
          {shown.kind === 'new' ? (
            <ShareDialog
              key={serial}
              open={isOpen}
              onClose={close}
              onView={(link) => {
                close()
                open(link)
              }}
            />
          ) : shown.kind === 'edit' ? (
            <EditDialog key={serial} open={isOpen} onClose={close} whole={shown.whole} />
          ) : (
            <PeopleDialog key={serial} open={isOpen} onClose={close} whole={shown.whole} />
          )}
        </Suspense>
      ) : null}
    </>
  )
}

/** A loading skeleton with the height of the first rows. */
function SkeletonRows() {
  return (
    <Loading label={copy.loading}>
      {[180, 140, 220, 160, 200, 150].map((width) => (
        <div
          key={width}
          className="flex items-center gap-3 h-[60px] px-(--pad) border-b border-line last:border-b-0"
        >
          <Skeleton width={40} height={40} className="rounded-small" />
          <Skeleton width={width} className="mr-auto" />
          <Skeleton width={64} />
        </div>
      ))}
    </Loading>
  )
}
