// The dashboard and the analytics are made of everything else, so whatever changes makes them stale together.
import type { QueryClient } from '@tanstack/react-query'

export const figureKeys = {
  all: ['figures'],
  dashboard: ['figures', 'dashboard'],
  analytics: ['figures', 'analytics'],
} as const

/** Those on show are asked for again at once, the others when someone looks at them. */
export function figuresChanged(client: QueryClient) {
  client.invalidateQueries({ queryKey: figureKeys.all })
}
