// /cards is card management.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root'

export const cardsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/cards',
  component: lazyRouteComponent(() => import('@/pages/cards/cards-page'), 'CardsPage'),
})
