// The cards that match the search and the filter.
import type { Card } from '@/entities/cards/card'
import { cards as copy } from '@/shared/copy/money/cards'
import type { CardFilter } from './card-filter'

export function matchingCards(cards: readonly Card[], { search, only }: CardFilter): Card[] {
  const wanted = search.toLowerCase()
  return cards.filter(
    ({ type, holder }) =>
      (only === 'all' || type === only) &&
      [copy.types[type], holder].some((text) => text.toLowerCase().includes(wanted)),
  )
}
