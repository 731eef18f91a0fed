// The root of the route tree. The frame around the screens comes in through the router's context, because routes may
// not import the app layer.
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
