// Payment cards: search, the filter that cycles, and the cards in two columns. Search and filter are in the address.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListFilter, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Card } from '@/entities/cards/card'
import { cardsQuery } from '@/entities/cards/queries'
import { CardDialog } from '@/features/cards/card-dialog'
import {
  type CardFilter,
  cardFilterOf,
  cardFilterParams,
  EVERY_CARD,
  nextStation,
} from '@/features/cards/card-filter'
import { CardGrid } from '@/features/cards/card-grid'
import { matchingCards } from '@/features/cards/matching-cards'
import { useCardActions } from '@/features/cards/use-card-actions'
import { errorMessageOf } from '@/shared/api/error'
import { TRANSACTION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { cards as copy } from '@/shared/copy/money/cards'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { SearchInput } from '@/shared/ui/inputs/search-input'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonCard } from '@/shared/ui/skeleton'

const route = getRouteApi('/cards')

type CardDialogState = { card?: Card; isOpen: boolean; serial: number }

export function CardsPage() {
  const navigate = useNavigate()
  const [filter, setFilter] = useFilter()
  const cards = useQuery(cardsQuery)
  const [editing, setEditing] = useState<CardDialogState | null>(null)
  const actions = useCardActions()
  const list = useRef<HTMLDivElement>(null)
  const found = cards.data ? matchingCards(cards.data, filter) : []

  const edit = (card?: Card) =>
    setEditing((before) => ({ card, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  const remove = async (card: Card) => {
    // Deleting removed the focused menu together with its card, so the focus moves to the list.
    if (await actions.remove(card)) list.current?.focus()
  }

  return (
    <>
      <PageHeader
        title={copy.title}
        onBack={() => navigate({ to: PATHS.finances })}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => edit()}>
            {copy.addCard}
          </Button>
        }
      />
      <div className="flex gap-2">
        <SearchInput
          label={copy.search}
          placeholder={copy.searchPlaceholder}
          clearLabel={copy.clearSearch}
          value={filter.search}
          onValueChange={(search) => setFilter({ search })}
          delayMs={TRANSACTION.searchDelayMs}
          maxLength={TRANSACTION.searchMax}
          className="grow max-w-[400px] mr-auto"
        />
        <Button
          icon={<ListFilter aria-hidden />}
          onClick={() => setFilter({ only: nextStation(filter.only) })}
        >
          <span>
            <span className="sr-only">{copy.filterPrefix}</span>
            {copy.filters[filter.only]}
          </span>
        </Button>
      </div>
      {cards.isError && !cards.data ? (
        <Banner tone="error" action={<Button onClick={() => cards.refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(cards.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {cards.isPending ? <CardsSkeleton /> : null}
      {cards.data ? (
        <>
          <p role="status" className={found.length === 0 ? 'sr-only' : 'num -mb-2 text-12 text-ink-3'}>
            {copy.count(found.length)}
          </p>
          <div ref={list} tabIndex={-1}>
            {cards.data.length === 0 ? (
              <Panel solid>
                <EmptyState
                  title={empty.cards.title}
                  action={<Button onClick={() => edit()}>{empty.cards.action}</Button>}
                >
                  {empty.cards.text}
                </EmptyState>
              </Panel>
            ) : null}
            {cards.data.length > 0 && found.length === 0 ? (
              <Panel solid>
                <EmptyState
                  title={copy.noMatchTitle}
                  action={<Button onClick={() => setFilter(EVERY_CARD)}>{copy.reset}</Button>}
                >
                  {copy.noMatch}
                </EmptyState>
              </Panel>
            ) : null}
            <CardGrid
              cards={found}
              handlers={{
                onEdit: edit,
                onDelete: remove,
                onMakeDefault: actions.makeDefault,
                onCopy: actions.copyNumber,
              }}
            />
          </div>
        </>
      ) : null}
      {editing ? (
        <CardDialog
          key={editing.serial}
          card={editing.card}
          open={editing.isOpen}
          onClose={() => setEditing({ ...editing, isOpen: false })}
        />
      ) : null}
    </>
  )
}

function useFilter() {
  const params = route.useSearch()
  const navigate = route.useNavigate()
  // Changes the filter in the current address: an earlier change may not have been rendered yet.
  const setFilter = (change: Partial<CardFilter>) =>
    navigate({
      search: (before) => cardFilterParams({ ...cardFilterOf(before), ...change }),
      replace: true,
      resetScroll: false,
    })
  return [cardFilterOf(params), setFilter] as const
}

/** A loading skeleton with the height of the first cards. */
function CardsSkeleton() {
  return (
    <Loading label={copy.loading} className="grid sm:grid-cols-[repeat(2,minmax(0,440px))] gap-x-6 gap-y-4">
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  )
}
