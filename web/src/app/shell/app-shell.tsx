// The frame around every screen of a signed-in person: sidebar, top bar, content, and the side rail at the right.
// It knows nothing of sessions or queries; the user and the sign-out come in as props.
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { rail, useRail } from '@/entities/rail/rail'
import { ConfirmHost } from '@/shared/ui/overlays/confirm-host'
import type { Command } from './find-places'
import { NavDrawer } from './nav-drawer'
import { hasMargin } from './places'
import { RailColumn } from './rail-column'
import { RouteFocus } from './route-focus'
import type { ShellUser } from './shell-user'
import { Sidebar } from './sidebar'
import { TopBar } from './top-bar'
import type { SearchAccount } from './use-account-search'
import './shell.css'

interface AppShellProps {
  user: ShellUser
  onSignOut: () => void
  /** Opens the help. Without it the help entry is left out. */
  onHelp?: () => void
  /** Unread notifications. */
  unread?: number
  /** Searches the account's data, for the search box. */
  searchAccount?: SearchAccount
  /** Carries out a command of the search. */
  onCommand?: (command: Command) => void
  /** The content of the side rail. */
  railContent?: ReactNode
  /** The screen: the router's outlet. */
  children: ReactNode
}

const CONTENT_ID = 'content'

export function AppShell({
  user,
  onSignOut,
  onHelp,
  unread = 0,
  searchAccount,
  onCommand,
  railContent,
  children,
}: AppShellProps) {
  const path = useLocation({ select: (location) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const railView = useRailOn(path)
  return (
    <div className="app-shell">
      <a
        href={`#${CONTENT_ID}`}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
        className="fixed left-4 top-3 z-50 px-3.5 py-2 rounded-control bg-accent text-on-accent font-medium not-focus:sr-only"
      >
        Skip to content
      </a>
      <div className="app-sidebar max-lg:hidden bg-sidebar border-r border-line glass">
        <Sidebar path={path} platformLinks={user.platformLinks} onHelp={onHelp} />
      </div>
      <NavDrawer open={menuOpen} onOpenChange={setMenuOpen}>
        <Sidebar
          path={path}
          platformLinks={user.platformLinks}
          onHelp={onHelp}
          onFollow={() => setMenuOpen(false)}
        />
      </NavDrawer>
      <TopBar
        user={user}
        unread={unread}
        searchAccount={searchAccount}
        onCommand={onCommand}
        onOpenMenu={() => setMenuOpen(true)}
        onSignOut={onSignOut}
      />
      <div className="app-page" data-rail={railView}>
        <main
          ref={main}
          id={CONTENT_ID}
          tabIndex={-1}
          className="min-w-0 px-(--gutter) pt-4 pb-12 in-data-[player=minimized]:pb-28 max-sm:pt-1"
        >
          <div className="grid grid-cols-[minmax(0,1fr)] gap-(--gap) max-w-[1600px]">{children}</div>
        </main>
        {railView === 'none' ? null : <RailColumn view={railView}>{railContent}</RailColumn>}
      </div>
      <RouteFocus path={path} main={main} />
      <ConfirmHost />
    </div>
  )
}

/**
 * Returns the rail's state on the screen at this path, and sets it as an attribute of the page, so that CSS can keep
 * other elements clear of the rail.
 */
function useRailOn(path: string) {
  const view = useRail()
  // Runs before the browser paints, so that the page does not change its width after the first frame.
  useLayoutEffect(() => {
    rail.setOnScreen(hasMargin(path))
    rail.closeOver()
  }, [path])
  useLayoutEffect(() => () => rail.setOnScreen(false), [])
  useLayoutEffect(() => {
    document.body.dataset.rail = view
    return () => {
      delete document.body.dataset.rail
    }
  }, [view])
  return view
}
