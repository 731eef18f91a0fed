// /cards is card management; its address keeps the search and the filter.
import { createRoute } from '@tanstack/react-router'
import { readCardFilter } from '@/features/cards/card-filter'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const cardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cards',
  validateSearch: readCardFilter,
  component: lazyScreen(() => import('@/pages/cards/cards-page'), 'CardsPage'),
})
