// The dashboard and the analytics are computed from all other data, so every change invalidates both.
import type { QueryClient } from '@tanstack/react-query'

export const figureKeys = {
  all: ['figures'],
  dashboard: ['figures', 'dashboard'],
  analytics: ['figures', 'analytics'],
} as const

/** Invalidates the figures: mounted queries are refetched at once, the others when they are next shown. */
export function invalidateFigures(client: QueryClient) {
  client.invalidateQueries({ queryKey: figureKeys.all })
}
