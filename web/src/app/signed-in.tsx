// The app of a signed-in person: the router in its frame, and the hosts that run beside it.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { TimeoutWarning } from '@/features/session/timeout-warning'
import { createAppRouter } from '@/routes/router'
import { lazy } from '@/shared/lib/lazy'
import { Frame } from './frame'
import { PlayerHost } from './hosts/player-host'
import { ProofHost } from './hosts/proof-host'
import { UploadsHost } from './hosts/uploads-host'
import { PasskeysSync } from './passkeys-sync'
import { queryClient } from './query-client'
import { SettingsSync } from './settings-sync'

// Loaded in parallel with the first screen, not before it.
const LiveHost = lazy(async () => ({ default: (await import('./hosts/live-host')).LiveHost }))

export function SignedIn() {
  const [router] = useState(() => createAppRouter({ Frame }))

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <RouterContextProvider router={router}>
        <PlayerHost />
      </RouterContextProvider>
      <UploadsHost />
      <TimeoutWarning />
      <ProofHost />
      <SettingsSync />
      <PasskeysSync />
      <Suspense>
        <LiveHost router={router} />
      </Suspense>
    </QueryClientProvider>
  )
}
