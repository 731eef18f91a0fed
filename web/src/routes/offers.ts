// /offers is the list of offers, whose address keeps the search and the filter; /offers/{id} shows one beside it.
import { createRoute } from '@tanstack/react-router'
import { type OfferParams, readOfferParams } from '@/features/offers/filter-params'
import { PATHS } from '@/shared/config/paths'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root'

export const offersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.offers,
  // After a draft was saved, `send` in its address opens the dialog that sends it.
  validateSearch: (raw: Record<string, unknown>): OfferParams & { send?: 1 } => ({
    ...readOfferParams(raw),
    ...(String(raw.send) === '1' ? { send: 1 } : {}),
  }),
  component: lazyScreen(() => import('@/pages/offers/offers-page'), 'OffersPage'),
})
