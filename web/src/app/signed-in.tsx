// The app of a signed-in person: the router in its frame, and what runs beside it.
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { TimeoutWarning } from '@/features/session/timeout-warning'
import { createAppRouter } from '@/routes/router'
import { Frame } from './frame'
import { prefetch } from './screens'
import { SettingsSync } from './settings-sync'

export function SignedIn() {
  const [router] = useState(() => createAppRouter({ Frame }))

  // The lock must not depend on a network that may be gone by then.
  useEffect(() => prefetch('lock'), [])

  return (
    <>
      <RouterProvider router={router} />
      <TimeoutWarning />
      <SettingsSync />
    </>
  )
}
