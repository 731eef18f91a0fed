// The app of a signed-in person: the router in its frame, and what runs beside it.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { TimeoutWarning } from '@/features/session/timeout-warning'
import { createAppRouter } from '@/routes/router'
import { Frame } from './frame'
import { PlayerHost } from './player-host'
import { queryClient } from './query-client'
import { SettingsSync } from './settings-sync'

export function SignedIn() {
  const [router] = useState(() => createAppRouter({ Frame }))

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <PlayerHost />
      <TimeoutWarning />
      <SettingsSync />
    </QueryClientProvider>
  )
}
