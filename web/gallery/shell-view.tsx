// The app's frame around a sample screen, with a router that lives in memory.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { useState } from 'react'
import { AppShell } from '@/app/shell/app-shell'
import { placeName } from '@/app/shell/places'
import { PageHeader } from '@/shared/ui/page-header'
import { toast } from '@/shared/ui/toast/toast'
import { DataSection } from './sections/data'

const USER = {
  name: 'Maya Okafor',
  role: 'Music Producer',
  platformLinks: { spotify: 'https://open.spotify.com/artist/1', soundcloud: 'https://soundcloud.com/maya' },
}

function Frame() {
  return (
    <AppShell user={USER} unread={3} onSignOut={() => toast.info('Logged out successfully')}>
      <Outlet />
    </AppShell>
  )
}

function SampleScreen() {
  const { pathname } = useLocation()
  return (
    <>
      <PageHeader title={placeName(pathname) ?? pathname} subtitle="Sunday, November 15" />
      <DataSection />
    </>
  )
}

function makeRouter(path: string) {
  const root = createRootRoute({ component: Frame })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: SampleScreen })
  return createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
}

export function ShellView({ path }: { path: string }) {
  const [router] = useState(() => makeRouter(path))
  return <RouterProvider router={router} />
}
