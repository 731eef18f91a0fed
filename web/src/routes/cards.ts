// /cards is card management; its address keeps the search and the filter.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readCardFilter } from '@/features/cards/card-filter'
import { rootRoute } from './root'

export const cardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cards',
  validateSearch: readCardFilter,
  component: lazyRouteComponent(() => import('@/pages/cards/cards-page'), 'CardsPage'),
})
