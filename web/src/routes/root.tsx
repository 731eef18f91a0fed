// The root of the route tree. The frame around the screens is handed in from above, because a route
// may not know the app that mounts it.
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { NotFoundPage } from '@/pages/not-found/not-found-page'

export type RouterContext = { Frame: ComponentType<{ children: ReactNode }> }

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
})

function Root() {
  const { Frame } = rootRoute.useRouteContext()
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}
