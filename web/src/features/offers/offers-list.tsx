// The list of offers that match the search and the filter, the newest first. The chosen one is marked; its details are
// beside the list, or replace it where there is no room for both.
import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { memo } from 'react'
import { useCover } from '@/entities/documents/covers'
import { isFiltering, OFFER_VIEWS, type OfferFilter } from '@/entities/offers/filter'
import { linesTitle, type Offer } from '@/entities/offers/offer'
import type { OfferCounts } from '@/entities/offers/queries'
import { errorMessageOf } from '@/shared/api/error'
import { OFFER, TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { offers as copy } from '@/shared/copy/offers'
import { cx } from '@/shared/lib/cx'
import { formatAmount } from '@/shared/lib/money/money'
import { shortDayText, today } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Cover } from '@/shared/ui/cover'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { NoRows } from '@/shared/ui/lists/no-rows'
import { PagedList } from '@/shared/ui/lists/paged-list'
import { Cell, Row } from '@/shared/ui/lists/table'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { WindowedTable } from '@/shared/ui/lists/windowed-table'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonRows } from '@/shared/ui/skeleton'
import { OfferBadge } from './offer-badge'

type OffersListProps = {
  list: PagedRows<Offer>
  filter: OfferFilter
  counts: OfferCounts | undefined
  /** The id of the offer whose details are shown. */
  chosen: string | undefined
  /** True if the offer was chosen by default: then it is marked only if its details are beside the list. */
  isImplied: boolean
  onFilter: (filter: OfferFilter) => void
  onView: (id: string) => void
  onAdd: () => void
  onReset: () => void
  className?: string
}

export function OffersList({
  list,
  filter,
  counts,
  chosen,
  isImplied,
  onFilter,
  onView,
  onAdd,
  onReset,
  className,
}: OffersListProps) {
  const isEmpty = list.isLoaded && list.total === 0 && !isFiltering(filter)
  return (
    <Panel solid padded={false} className={cx('@container overflow-clip', className)}>
      {isEmpty ? null : (
        <div className="flex items-center gap-2 px-(--pad) py-3 border-b border-line">
          <SearchInput
            label={copy.search}
            placeholder={copy.searchPlaceholder}
            clearLabel={copy.clearSearch}
            value={filter.search}
            onValueChange={(search) => onFilter({ ...filter, search })}
            delayMs={TRANSACTION.searchDelayMs}
            maxLength={OFFER.searchMax}
            className="grow min-w-0"
          />
          <StateFilter filter={filter} counts={counts} onFilter={onFilter} />
        </div>
      )}
      <p role="status" className="sr-only">
        {list.isLoaded ? copy.count(list.total, list.totalIsExact) : null}
      </p>
      <div className={cx(list.isPlaceholder && 'opacity-70')}>
        <PagedList
          list={list}
          copy={copy}
          failureText={(error) => errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
          skeleton={
            <Loading label={copy.loading}>
              <SkeletonRows widths={[180, 140, 200, 160, 190, 150]} className="h-[60px]" />
            </Loading>
          }
          empty={
            <NoRows
              isFiltering={isFiltering(filter)}
              noMatch={{ title: copy.noMatchTitle, text: copy.noMatch, reset: copy.resetFilter, onReset }}
              nothingYet={{
                title: copy.emptyTitle,
                text: copy.empty,
                action: (
                  <Button variant="primary" onClick={onAdd}>
                    {copy.add}
                  </Button>
                ),
              }}
            />
          }
        >
          <WindowedTable
            label={copy.listLabel}
            columns={COLUMNS}
            list={list}
            renderRow={(offer, rowIndex) => (
              <OfferRow
                offer={offer}
                rowIndex={rowIndex}
                mark={offer.id !== chosen ? 'none' : isImplied ? 'beside' : 'always'}
                onView={onView}
              />
            )}
          />
        </PagedList>
      </div>
    </Panel>
  )
}

type StateFilterProps = Pick<OffersListProps, 'filter' | 'counts' | 'onFilter'>

function StateFilter({ filter, counts, onFilter }: StateFilterProps) {
  const countOf = (shown: string) => counts?.[shown]
  const item = (shown: OfferFilter['shown']) => (
    <MenuItem key={shown} onSelect={() => onFilter({ ...filter, shown })}>
      <span className="grow">{copy.shown[shown]}</span>
      {countOf(shown) === undefined ? null : (
        <span className="num text-12 text-ink-3">{countOf(shown)?.toLocaleString('en-US')}</span>
      )}
    </MenuItem>
  )
  return (
    <Menu
      trigger={
        <Button icon={<ListFilter aria-hidden />} aria-label={copy.filterOf(copy.shown[filter.shown])}>
          {copy.shown[filter.shown]}
        </Button>
      }
    >
      {OFFER_VIEWS.slice(0, 3).map(item)}
      <MenuSeparator />
      {OFFER_VIEWS.slice(3).map(item)}
    </Menu>
  )
}

// In a narrow list the state is under the price, and the cover is hidden.
const WIDE_ONLY = 'hidden @min-[460px]:table-cell'
const CLASSES = ['', cx('w-[128px] px-2!', WIDE_ONLY), 'w-[128px] @min-[460px]:w-[104px] pl-2!']
const COLUMNS = copy.columns.map((name, index) => ({
  name,
  className: CLASSES[index],
  align: index === 2 ? ('right' as const) : undefined,
}))

const MARKS = {
  none: '',
  always: 'bg-accent-soft [&>td:first-child]:shadow-[inset_3px_0_var(--accent)]',
  beside:
    '@min-[780px]/offers:bg-accent-soft @min-[780px]/offers:[&>td:first-child]:shadow-[inset_3px_0_var(--accent)]',
}

type OfferRowProps = {
  offer: Offer
  rowIndex: number
  mark: keyof typeof MARKS
  onView: (id: string) => void
}

const OfferRow = memo(function OfferRow({ offer, rowIndex, mark, onView }: OfferRowProps) {
  const { id, reference, buyer, lines, total, currency } = offer
  const title = linesTitle(lines, copy.more)
  const day = today(new Date(offer.sent_at ?? offer.created_at))
  return (
    <Row
      data-row
      aria-rowindex={rowIndex}
      className={cx('cursor-pointer', MARKS[mark])}
      // A click anywhere in the row opens the offer, as its title does, unless it ends a text selection.
      onClick={({ target }) => {
        const pressed = (target as Element).closest('a')
        if (!pressed && window.getSelection()?.isCollapsed !== false) onView(id)
      }}
    >
      <Cell strong className="h-[60px]!">
        <span className="flex items-center gap-3 min-w-0">
          <Cover
            src={useCover(lines[0]?.document_id ?? null)}
            name={title}
            className="size-10 @max-[459px]:hidden"
          />
          <span className="grow min-w-0">
            <Link
              to={PATHS.offers}
              params={{ id }}
              search
              aria-current={mark === 'always' ? 'true' : undefined}
              className="block truncate rounded-small hover:underline underline-offset-3"
            >
              {title}
            </Link>
            <span className="num block truncate text-12 font-regular text-ink-3">
              {`${reference} · ${buyer.name || buyer.email}`}
            </span>
          </span>
        </span>
      </Cell>
      <Cell className={cx('h-[60px]! px-2!', WIDE_ONLY)}>
        <OfferBadge offer={offer} />
      </Cell>
      <Cell numeric className="h-[60px]! pl-2!">
        {total === 0 ? copy.free : formatAmount(total, currency)}
        <span className="flex justify-end pt-0.5 @min-[460px]:hidden">
          <OfferBadge offer={offer} />
        </span>
        <span className="hidden @min-[460px]:block text-12 text-ink-3">
          {day === today() ? copy.today : shortDayText(day)}
        </span>
      </Cell>
    </Row>
  )
})
