// A test environment for the session: a browser, a clock, and a server that knows its tokens.
import { vi } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { createBearer } from '@/shared/api/token'
import type { SessionCalls } from '../calls'
import { createSession, type Notice } from '../effects'
import type { User } from '../machine'
import { type Tab, testBrowser } from './browser'
import { manualClock } from './manual-clock'

export const TOKEN = 'ledgerline.token'
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const credentials = { email: 'maya@northline.studio', password: 'Harbour77x' }

export function userOf(id: string): User {
  return {
    id,
    name: 'Maya Okafor',
    email: 'maya@northline.studio',
    email_confirmed: true,
    pending_email: null,
    role: 'Music Producer',
    phone: null,
    location: null,
    specialty: null,
    experience: null,
    bio: null,
    avatar: null,
    platform_links: { spotify: null, soundcloud: null, youtube: null },
    created_at: '2026-01-01T00:00:00Z',
  }
}

/** A server that knows tokens: `u1.1` is the first session of user u1. */
function testServer() {
  const live = new Set<string>()
  let serial = 0
  const state = { codeNeeded: false, next: 'u1' }
  const issue = () => {
    serial += 1
    const token = `${state.next}.${serial}`
    live.add(token)
    return { success: true, token, user: userOf(state.next) }
  }
  const end = async (token: string) => {
    live.delete(token)
    return { success: true }
  }
  const calls = {
    login: vi.fn(async (_credentials: unknown, code?: string) => {
      if (!state.codeNeeded || code === '123456') return issue()
      return {
        success: false as const,
        requires2FA: true as const,
        error: code ? 'Invalid 2FA code. Please try again.' : '2FA required',
      }
    }),
    passkeySignIn: vi.fn(async () => issue()),
    signUp: vi.fn(async () => issue()),
    me: vi.fn(async (token: string) => {
      if (!live.has(token)) throw new ApiError(401, { error: 'Please sign in' }, null)
      return { success: true, user: userOf(token.split('.')[0] ?? '') }
    }),
    logout: vi.fn(end),
    lock: vi.fn(end),
    heartbeat: vi.fn(async () => ({ success: true })),
  }
  return { calls, live, state }
}

export function createWorld() {
  const clock = manualClock()
  const browser = testBrowser()
  const server = testServer()

  /** Starts the app in a tab, after opening or reloading it. */
  async function start(tab: Tab) {
    const bearer = createBearer()
    const session = createSession({
      calls: server.calls as unknown as SessionCalls,
      bearer,
      clock,
      page: tab.page,
      tabs: tab.tabs,
    })
    const notices: Notice[] = []
    session.onNotice((notice) => notices.push(notice))
    await session.start()
    return { ...tab, session, bearer, notices, status: () => session.state.get().status }
  }

  const openTab = (path = '/') => start(browser.open(path))

  return {
    clock,
    browser,
    server,
    openTab,
    reload: start,
    async signedIn(path = '/') {
      const tab = await openTab(path)
      await tab.session.signIn(credentials)
      return tab
    },
  }
}

/** Waits until pending promises have been settled. */
export const settle = () => new Promise((done) => setTimeout(done, 0))
