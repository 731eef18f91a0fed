// The dashboard and the analytics are computed from all other data, so every change invalidates both.
import type { QueryClient } from '@tanstack/react-query'

export const figureKeys = {
  all: ['figures'],
  dashboard: ['figures', 'dashboard'],
  analytics: ['figures', 'analytics'],
} as const

/** Mounted queries are fetched again at once, the others when they are shown next. */
export function invalidateFigures(client: QueryClient) {
  client.invalidateQueries({ queryKey: figureKeys.all })
}
