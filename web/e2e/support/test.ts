// The `test` of every journey: points at the running server, provides an account on request, and fails on anything
// the browser complains about: console errors, exceptions, policy violations.
import { test as base, expect, type Page } from '@playwright/test'
import { AuthPage } from '../pages/auth-page'
import { CardsPage } from '../pages/cards-page'
import { ClientsPage } from '../pages/clients-page'
import { FiguresPage } from '../pages/figures-page'
import { FinancesPage } from '../pages/finances-page'
import { GoalsDialog } from '../pages/goals-dialog'
import { LibraryPage } from '../pages/library-page'
import { LockPage } from '../pages/lock-page'
import { PlayerWindow } from '../pages/player-window'
import { ProfilePage } from '../pages/profile-page'
import { SalesPage } from '../pages/sales-page'
import { SettingsPage } from '../pages/settings-page'
import { Shell } from '../pages/shell'
import { TransactionsPage } from '../pages/transactions-page'
import { type Account, createAccount } from './account'
import { violationsIn } from './axe'
import { LOAD_FACTOR } from './load'
import { FURNISHED_URL, INVITED_URL, PLAIN_URL, STRICT_URL } from './servers'

export { expect }

type Fixtures = {
  /** Complaints that a journey provokes on purpose. */
  allow: (complaint: RegExp) => void
  account: Account
  strictUrl: string
  /** The server on which new accounts get sample data. */
  furnishedUrl: string
  /** The server on which sign-up needs an invitation. */
  invitedUrl: string
  /** Opens the app at the given path, signed in as `account`. */
  enter: (path?: string, page?: Page) => Promise<void>
  auth: AuthPage
  lock: LockPage
  shell: Shell
  profile: ProfilePage
  settings: SettingsPage
  figures: FiguresPage
  finances: FinancesPage
  cards: CardsPage
  goals: GoalsDialog
  transactions: TransactionsPage
  clients: ClientsPage
  sales: SalesPage
  library: LibraryPage
  player: PlayerWindow
  /** Fails on any violation of WCAG 2.2 AA that axe can see, in any theme. */
  expectAccessible: (page?: Page) => Promise<void>
}

/** The browser logs every refused request as an error; the tests check refused requests themselves. */
const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/

/**
 * The app's messages stay for some seconds, and so does the chance to undo a deletion. A test on a busy machine comes to
 * them later, so timers of this length take longer; but not by the whole factor, because a message may cover what the
 * test clicks next. Timers of an installed `page.clock` are left as they are.
 */
const MESSAGE_TIMERS = { from: 3_000, to: 5_000, factor: 1 + LOAD_FACTOR / 2 }

export const test = base.extend<Fixtures & { watch: undefined; patience: undefined }>({
  baseURL: async ({}, use) => {
    await use(requiredVariable(PLAIN_URL))
  },
  strictUrl: async ({}, use) => {
    await use(requiredVariable(STRICT_URL))
  },
  furnishedUrl: async ({}, use) => {
    await use(requiredVariable(FURNISHED_URL))
  },
  invitedUrl: async ({}, use) => {
    await use(requiredVariable(INVITED_URL))
  },

  allow: async ({ context }, use) => {
    const allowed: RegExp[] = [REFUSED]
    const complaints: string[] = []
    const complain = (text: string) => complaints.push(text)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        // biome-ignore lint/suspicious/noConsole: the console is how the page tells the test
        console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`)
      })
    })
    context.on('console', (message) => {
      if (message.type() === 'error') complain(message.text())
    })
    context.on('weberror', (error) => complain(`exception: ${error.error().message}`))
    await use((complaint) => {
      allowed.push(complaint)
    })
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
  },
  watch: [
    async ({ allow: _ }, use) => {
      await use(undefined)
    },
    { auto: true },
  ],

  patience: [
    async ({ context }, use) => {
      await context.addInitScript(({ from, to, factor }) => {
        const startTimer = window.setTimeout
        const patient = (task: TimerHandler, ms = 0, ...words: unknown[]) =>
          startTimer(task, ms >= from && ms <= to ? ms * factor : ms, ...words)
        window.setTimeout = patient as typeof window.setTimeout
      }, MESSAGE_TIMERS)
      await use(undefined)
    },
    { auto: true },
  ],

  account: async ({ request, baseURL }, use) => {
    await use(await createAccount(request, baseURL ?? ''))
  },
  enter: async ({ page, account }, use) => {
    await use(async (path = '/', target = page) => {
      // Opens any small file of the same origin, to reach its local storage.
      await target.goto('/favicon.svg')
      await target.evaluate((token) => localStorage.setItem('ledgerline.token', token), account.token)
      await target.goto(path)
      await new Shell(target).isShown()
    })
  },

  auth: async ({ page }, use) => {
    await use(new AuthPage(page))
  },
  lock: async ({ page }, use) => {
    await use(new LockPage(page))
  },
  shell: async ({ page }, use) => {
    await use(new Shell(page))
  },
  profile: async ({ page }, use) => {
    await use(new ProfilePage(page))
  },
  settings: async ({ page }, use) => {
    await use(new SettingsPage(page))
  },
  figures: async ({ page }, use) => {
    await use(new FiguresPage(page))
  },
  finances: async ({ page }, use) => {
    await use(new FinancesPage(page))
  },
  cards: async ({ page }, use) => {
    await use(new CardsPage(page))
  },
  goals: async ({ page }, use) => {
    await use(new GoalsDialog(page))
  },
  transactions: async ({ page }, use) => {
    await use(new TransactionsPage(page))
  },
  clients: async ({ page }, use) => {
    await use(new ClientsPage(page))
  },
  sales: async ({ page }, use) => {
    await use(new SalesPage(page))
  },

  library: async ({ page }, use) => {
    await use(new LibraryPage(page))
  },
  player: async ({ page }, use) => {
    await use(new PlayerWindow(page))
  },

  expectAccessible: async ({ page }, use) => {
    await use(async (target = page) => {
      expect(await violationsIn(target)).toEqual([])
    })
  },
})

function requiredVariable(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: the servers did not start`)
  return value
}
