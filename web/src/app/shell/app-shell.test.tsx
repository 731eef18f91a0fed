// The shell as a person uses it: current entry, drawer, search, menu and margin.
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppShell } from './app-shell'
import type { ShellUser } from './shell-user'
import type { SearchAccount } from './use-account-search'

const MAYA: ShellUser = {
  name: 'Maya Okafor',
  role: 'Music Producer',
  platformLinks: {
    spotify: 'https://open.spotify.com/artist/1',
    soundcloud: '',
    youtube: 'javascript:alert(1)',
  },
}

async function openShell(
  path = '/dashboard',
  { unread = 0, searchAccount }: { unread?: number; searchAccount?: SearchAccount } = {},
) {
  const onSignOut = vi.fn()
  const root = createRootRoute({
    component: () => (
      <AppShell user={MAYA} unread={unread} searchAccount={searchAccount} onSignOut={onSignOut}>
        <Outlet />
      </AppShell>
    ),
  })
  const any = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Screen</h1> })
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('main')
  return { router, onSignOut, user: userEvent.setup(), nav: screen.getByRole('navigation', { name: 'Main' }) }
}

it('lists the seven places in order and marks the current one', async () => {
  const { nav } = await openShell('/')
  const links = within(nav).getAllByRole('link').slice(1, 8)
  expect(links.map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Producer Profile',
    'Finances',
    'Sales History',
    'Clients',
    'Beat Library',
    'Analytics',
  ])
  expect(
    links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent),
  ).toEqual(['Dashboard'])
})

it('marks Finances while one of its screens is open', async () => {
  const { nav } = await openShell('/cards')
  expect(within(nav).getByRole('link', { name: 'Finances' })).toHaveAttribute('aria-current', 'page')
})

it('opens a connected platform in a new tab and leads to the field of an unset or unsafe one', async () => {
  const { nav } = await openShell()
  const spotify = within(nav).getByRole('link', { name: /Spotify.*Connected/ })
  expect(spotify).toHaveAttribute('href', 'https://open.spotify.com/artist/1')
  expect(spotify).toHaveAttribute('target', '_blank')
  expect(spotify).toHaveAttribute('rel', expect.stringContaining('noopener'))
  expect(within(nav).getByRole('link', { name: /SoundCloud.*Add link/ })).toHaveAttribute(
    'href',
    '/profile#platform-soundcloud',
  )
  expect(within(nav).getByRole('link', { name: /YouTube.*Add link/ })).toHaveAttribute(
    'href',
    '/profile#platform-youtube',
  )
})

it('leaves room for the side rail everywhere but on the dashboard, and folds it by its button and its key', async () => {
  // RAIL-01
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const { router, user } = await openShell('/settings')
  const rail = screen.getByRole('complementary', { name: 'Studio' })
  const button = within(rail).getByRole('button', { name: 'Hide side panel' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  await user.click(button)
  expect(button).toHaveAccessibleName('Show side panel')
  expect(button).toHaveFocus()
  expect(document.body.dataset.rail).toBe('folded')
  expect(localStorage.getItem('ledgerline.rail')).toBe('folded')
  await user.keyboard(']')
  expect(document.body.dataset.rail).toBe('open')

  await router.navigate({ to: '/dashboard' as '/' })
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  await user.keyboard(']')
  expect(localStorage.getItem('ledgerline.rail')).toBe('open')
})

it('shows the active theme and goes to the next', async () => {
  const { user, nav } = await openShell()
  const row = within(nav).getByRole('button', { name: /Theme/ })
  expect(row).toHaveTextContent('Light')
  await user.click(row)
  expect(row).toHaveTextContent('Dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  await user.click(row)
  await user.click(row)
  expect(row).toHaveTextContent('Light')
})

it('finds a screen with the keyboard alone', async () => {
  const { user, router } = await openShell()
  await user.keyboard('/')
  const box = screen.getByRole('combobox', { name: 'Search' })
  expect(box).toHaveFocus()
  await user.keyboard('wallet')
  const option = screen.getByRole('option', { name: 'Finances' })
  expect(box).toHaveAttribute('aria-activedescendant', option.id)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-account'))
  expect(box).toHaveValue('')
  expect(screen.queryByRole('option')).toBeNull()
})

it('moves through the answers, clears and closes on Escape and says when there are none', async () => {
  const { user } = await openShell()
  await user.keyboard('{Control>}k{/Control}')
  const box = screen.getByRole('combobox', { name: 'Search' })
  await user.keyboard('s{ArrowDown}')
  const options = screen.getAllByRole('option')
  expect(options[1]).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expect(options.at(-1)).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{Escape}')
  expect(box).toHaveAttribute('aria-expanded', 'false')
  expect(box).toHaveValue('')
  await user.keyboard('zzz')
  expect(screen.getByText('No matches for “zzz”')).toBeVisible()
})

// SHELL-06
it('finds what the account holds; only the answer to what was typed last counts', async () => {
  const answers = new Map<string, (titles: string[]) => void>()
  const searchAccount = vi.fn<SearchAccount>(
    (query) =>
      new Promise((answer) => {
        answers.set(query, (titles) =>
          answer([
            {
              id: 'sale',
              label: 'Sales',
              items: titles.map((title) => ({
                id: title,
                label: title,
                action: { kind: 'follow', href: `/payment-history?sale=${title}` },
              })),
            },
          ]),
        )
      }),
  )
  const { user, router } = await openShell('/dashboard', { searchAccount })
  await user.keyboard('/zz')
  expect(screen.getByText('Searching...')).toBeVisible()
  await waitFor(() => expect(searchAccount).toHaveBeenCalledWith('zz'))
  await user.keyboard('x')
  await waitFor(() => expect(searchAccount).toHaveBeenCalledWith('zzx'))
  answers.get('zzx')?.(['new'])
  expect(await screen.findByRole('option', { name: 'new' })).toBeVisible()
  answers.get('zz')?.(['old'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/payment-history?sale=new'))
  expect(screen.queryByRole('option', { name: 'old' })).toBeNull()
})

it('opens the drawer, keeps the focus in it, and closes on Escape and after a link', async () => {
  const { user, router } = await openShell()
  const button = screen.getByRole('button', { name: 'Menu' })
  await user.click(button)
  const drawer = await screen.findByRole('dialog', { name: 'Menu' })
  await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(button).toHaveFocus())
  await user.click(button)
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Clients' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.pathname).toBe('/beneficiaries')
})

it('tells how many notifications are unread', async () => {
  await openShell('/dashboard', { unread: 120 })
  const link = screen.getByRole('link', { name: 'Notifications, 120 unread' })
  expect(link).toHaveAttribute('href', '/notifications')
  expect(link).toHaveTextContent('99+')
})

it('signs out from the user menu', async () => {
  const { user, onSignOut } = await openShell()
  await user.click(screen.getByRole('button', { name: 'Maya Okafor, Music Producer' }))
  expect(await screen.findByRole('menuitem', { name: 'View Profile' })).toHaveAttribute('href', '/profile')
  expect(screen.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings')
  await user.click(screen.getByRole('menuitem', { name: 'Sign Out' }))
  expect(onSignOut).toHaveBeenCalledOnce()
})

it('moves the focus to the content and announces it after a navigation', async () => {
  const { router } = await openShell('/dashboard')
  const main = screen.getByRole('main')
  expect(main).not.toHaveFocus()
  await router.navigate({ to: '/settings' as '/' })
  await waitFor(() => expect(main).toHaveFocus())
  expect(screen.getByText('Settings', { selector: '[role="status"]' })).toBeInTheDocument()
})

it('lets the keyboard skip to the content', async () => {
  const { user } = await openShell()
  await user.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('main')).toHaveFocus()
})
