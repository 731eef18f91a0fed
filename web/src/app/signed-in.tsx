// The app of a signed-in person: the router in its frame, and what runs beside it.
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { TimeoutWarning } from '@/features/session/timeout-warning'
import { createAppRouter } from '@/routes/router'
import { Frame } from './frame'
import { SettingsSync } from './settings-sync'

export function SignedIn() {
  const [router] = useState(() => createAppRouter({ Frame }))

  return (
    <>
      <RouterProvider router={router} />
      <TimeoutWarning />
      <SettingsSync />
    </>
  )
}
