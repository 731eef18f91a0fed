import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { createBearer } from '@/shared/api/token'
import type { SessionCalls } from './calls'
import { createSession, NoCredentialsError, type Notice } from './effects'
import type { User } from './machine'
import { testBrowser } from './testing/browser'
import { type ManualClock, manualClock } from './testing/manual-clock'

const TOKEN = 'ledgerline.token'
const SECOND = 1_000
const MINUTE = 60 * SECOND
const credentials = { email: 'maya@northline.studio', password: 'Harbour77x' }

function userOf(id: string): User {
  return {
    id,
    name: 'Maya Okafor',
    email: 'maya@northline.studio',
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

let clock: ManualClock
let browser: ReturnType<typeof testBrowser>
let server: ReturnType<typeof testServer>

beforeEach(() => {
  clock = manualClock()
  browser = testBrowser()
  server = testServer()
})

async function openTab(path = '/') {
  const tab = browser.open(path)
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

async function signedIn(path = '/') {
  const tab = await openTab(path)
  await tab.session.signIn(credentials)
  return tab
}

/** Lets answers arrive that nobody waits for. */
const settle = () => new Promise((done) => setTimeout(done, 0))

describe('signing in and starting', () => {
  it('keeps the token in local storage and restores it through the current-user call (AUTH-09)', async () => {
    const first = await signedIn()
    expect(browser.storage.getItem(TOKEN)).toBe(first.bearer.get())
    const second = await openTab()
    expect(server.calls.me).toHaveBeenCalledWith(first.bearer.get())
    expect(second.status()).toBe('authenticated')
  })

  it('clears a token that the current-user call refuses (AUTH-09)', async () => {
    browser.storage.setItem(TOKEN, 'u1.unknown')
    const tab = await openTab()
    expect(tab.status()).toBe('unauthenticated')
    expect(browser.storage.getItem(TOKEN)).toBeNull()
  })

  it('keeps the credentials for the code, and a wrong code changes nothing (AUTH-07)', async () => {
    server.state.codeNeeded = true
    const tab = await openTab()
    expect(await tab.session.signIn(credentials)).toEqual({ kind: 'codeRequired' })
    expect(await tab.session.submitCode('000000')).toEqual({
      kind: 'wrongCode',
      text: 'Invalid 2FA code. Please try again.',
    })
    expect(tab.status()).toBe('twoFactor')
    expect(await tab.session.submitCode('123456')).toMatchObject({ kind: 'signedIn' })
    expect(server.calls.login).toHaveBeenLastCalledWith(credentials, '123456')
  })

  it('drops the credentials after five minutes of waiting, and says so (LOCK-05)', async () => {
    server.state.codeNeeded = true
    const tab = await openTab()
    await tab.session.signIn(credentials)
    clock.pass(5 * MINUTE)
    await expect(tab.session.submitCode('123456')).rejects.toBeInstanceOf(NoCredentialsError)
  })

  it('signs out even when the server cannot be reached (AUTH-10)', async () => {
    const tab = await signedIn('/settings')
    server.calls.logout.mockRejectedValueOnce(new TypeError('offline'))
    tab.session.signOut()
    expect(tab.status()).toBe('unauthenticated')
    expect(browser.storage.getItem(TOKEN)).toBeNull()
    expect(tab.bearer.get()).toBeNull()
    expect(tab.notices).toContain('signedOut')
    expect(tab.path()).toBe('/login')
  })

  it('ends calmly when the server no longer knows the token, and not for an older one', async () => {
    const tab = await signedIn()
    const token = tab.bearer.get() ?? ''
    tab.bearer.rejected('u1.before')
    expect(tab.status()).toBe('authenticated')
    tab.bearer.rejected(token)
    expect(tab.session.state.get()).toEqual({ status: 'unauthenticated', reason: 'ended' })
    expect(browser.storage.getItem(TOKEN)).toBeNull()
    expect(tab.notices).toContain('ended')
  })
})

describe('locking', () => {
  it('locks after two minutes without activity until the setting is read (LOCK-01)', async () => {
    const tab = await signedIn()
    clock.pass(2 * MINUTE - SECOND)
    expect(tab.status()).toBe('authenticated')
    clock.pass(6 * SECOND)
    expect(tab.status()).toBe('locked')
  })

  it.each(['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click'])(
    'counts %s as activity (LOCK-01)',
    async (event) => {
      const tab = await signedIn()
      clock.pass(90 * SECOND)
      tab.emit(event)
      clock.pass(90 * SECOND)
      expect(tab.status()).toBe('authenticated')
    },
  )

  it('counts nothing else as activity (LOCK-01)', async () => {
    const tab = await signedIn()
    clock.pass(90 * SECOND)
    for (const event of ['keyup', 'focus', 'resize', 'pointermove']) tab.emit(event)
    clock.pass(36 * SECOND)
    expect(tab.status()).toBe('locked')
  })

  it('removes the stored token before anything else, ends it on the server, and leaves a record (LOCK-02, LOCK-07)', async () => {
    const tab = await signedIn('/documents')
    const token = tab.bearer.get()
    const seen: (string | null)[] = []
    tab.session.onLeave(() => seen.push(browser.storage.getItem(TOKEN), tab.bearer.get()))
    clock.pass(3 * MINUTE)
    expect(seen).toEqual([null, null])
    expect(server.calls.lock).toHaveBeenCalledExactlyOnceWith(token)
    expect(server.live.has(token ?? '')).toBe(false)
    const record = JSON.parse(tab.page.sessionStorage.getItem('ledgerline.locked') ?? '{}')
    expect(record).toMatchObject({ user: { email: credentials.email }, path: '/documents' })
    expect(tab.session.state.get()).not.toHaveProperty('user')
  })

  it('tells about the timeout once (LOCK-03)', async () => {
    const tab = await signedIn()
    clock.pass(10 * MINUTE)
    expect(tab.notices.filter((notice) => notice === 'locked')).toHaveLength(1)
  })

  it('stays locked through a reload, and does not open in a new tab (LOCK-07)', async () => {
    const tab = await signedIn('/documents')
    clock.pass(3 * MINUTE)
    const again = createSession({
      calls: server.calls as unknown as SessionCalls,
      bearer: createBearer(),
      clock,
      page: tab.page,
      tabs: browser.open().tabs,
    })
    await again.start()
    expect(again.state.get().status).toBe('locked')
    expect((await openTab('/documents')).status()).toBe('unauthenticated')
    tab.page.sessionStorage.clear()
    const cleared = createSession({
      calls: server.calls as unknown as SessionCalls,
      bearer: createBearer(),
      clock,
      page: tab.page,
      tabs: browser.open().tabs,
    })
    await cleared.start()
    expect(cleared.state.get().status).toBe('unauthenticated')
  })

  it('returns to the path it left (LOCK-02)', async () => {
    const tab = await signedIn('/documents')
    clock.pass(3 * MINUTE)
    tab.visit('/elsewhere')
    await tab.session.signIn(credentials)
    expect(tab.status()).toBe('authenticated')
    expect(tab.path()).toBe('/documents')
    expect(tab.page.sessionStorage.getItem('ledgerline.locked')).toBeNull()
  })

  it('locks at once on waking from a sleep longer than the timeout, mouse or not (LOCK-01)', async () => {
    const tab = await signedIn()
    clock.sleep(20 * MINUTE)
    tab.emit('mousemove')
    expect(tab.status()).toBe('locked')

    const other = await signedIn()
    clock.sleep(20 * MINUTE)
    other.page.document.dispatchEvent(new Event('visibilitychange'))
    expect(other.status()).toBe('locked')
  })

  it('does not restore a token whose timeout passed while no tab was open (LOCK-07)', async () => {
    await signedIn()
    const token = browser.storage.getItem(TOKEN)
    clock.sleep(3 * MINUTE)
    const next = await openTab()
    expect(next.status()).toBe('unauthenticated')
    expect(next.notices).toContain('locked')
    expect(browser.storage.getItem(TOKEN)).toBeNull()
    expect(server.calls.lock).toHaveBeenCalledWith(token)
  })

  it('follows the setting, and the window event at once (LOCK-06)', async () => {
    const tab = await signedIn()
    tab.session.setTimeoutMinutes(15)
    clock.pass(14 * MINUTE)
    expect(tab.status()).toBe('authenticated')
    tab.emit('', new CustomEvent('sessionTimeoutChanged', { detail: 60 }))
    clock.pass(40 * MINUTE)
    expect(tab.status()).toBe('authenticated')
    tab.emit('', new CustomEvent('sessionTimeoutChanged', { detail: 2 }))
    expect(tab.status()).toBe('locked')
  })

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, '15', null])(
    'ignores a timeout of %s (LOCK-06)',
    async (detail) => {
      const tab = await signedIn()
      tab.emit('', new CustomEvent('sessionTimeoutChanged', { detail }))
      clock.pass(119 * SECOND)
      expect(tab.status()).toBe('authenticated')
      clock.pass(6 * SECOND)
      expect(tab.status()).toBe('locked')
    },
  )

  it('does not lock while media plays, and does after it stopped', async () => {
    const tab = await signedIn()
    const stop = tab.session.activity.media()
    clock.pass(10 * MINUTE)
    expect(tab.status()).toBe('authenticated')
    stop()
    clock.pass(3 * MINUTE)
    expect(tab.status()).toBe('locked')
  })

  it('still locks after the clock of the computer was set back', async () => {
    const tab = await signedIn()
    clock.sleep(-60 * MINUTE)
    clock.pass(3 * MINUTE)
    expect(tab.status()).toBe('locked')
  })

  it('is left for the authentication screen without opening anything', async () => {
    const tab = await signedIn()
    clock.pass(3 * MINUTE)
    tab.session.leaveLock()
    expect(tab.status()).toBe('unauthenticated')
    expect(tab.page.sessionStorage.getItem('ledgerline.locked')).toBeNull()
  })
})

describe('the warning', () => {
  it('appears in the last 12 s of two minutes and counts to the lock (LOCK-04)', async () => {
    const tab = await signedIn()
    const start = clock.now()
    clock.pass(105 * SECOND)
    expect(tab.session.warning.get()).toBeNull()
    clock.pass(5 * SECOND)
    expect(tab.session.warning.get()).toEqual({ deadline: start + 2 * MINUTE, totalMs: 12 * SECOND })
    clock.pass(10 * SECOND)
    expect(tab.status()).toBe('locked')
    expect(tab.session.warning.get()).toBeNull()
  })

  it('goes when the session is extended, and refreshes activity (LOCK-04)', async () => {
    const tab = await signedIn()
    clock.pass(112 * SECOND)
    tab.session.extend()
    expect(tab.session.warning.get()).toBeNull()
    clock.pass(105 * SECOND)
    expect(tab.status()).toBe('authenticated')
  })

  it('is silent for 30 s after it was dismissed, and the session still locks in time (LOCK-04)', async () => {
    const tab = await signedIn()
    tab.session.setTimeoutMinutes(15)
    clock.pass(15 * MINUTE - 28 * SECOND)
    expect(tab.session.warning.get()).not.toBeNull()
    tab.session.dismissWarning()
    clock.pass(20 * SECOND)
    expect(tab.session.warning.get()).toBeNull()
    clock.pass(18 * SECOND)
    expect(tab.status()).toBe('locked')
  })

  it('does not vanish under the pointer that moves towards it, but soon after', async () => {
    const tab = await signedIn()
    clock.pass(112 * SECOND)
    tab.emit('mousemove')
    clock.pass(SECOND)
    expect(tab.session.warning.get()).not.toBeNull()
    clock.pass(3 * SECOND)
    expect(tab.session.warning.get()).toBeNull()
  })
})

describe('the heartbeat', () => {
  it('is sent about once a minute while there was activity, and not without', async () => {
    const tab = await signedIn()
    for (let second = 0; second < 180; second += 10) {
      tab.emit('mousemove')
      clock.pass(10 * SECOND)
    }
    const sent = server.calls.heartbeat.mock.calls.length
    expect(sent).toBeGreaterThanOrEqual(2)
    expect(sent).toBeLessThanOrEqual(3)
    clock.pass(100 * SECOND)
    expect(server.calls.heartbeat.mock.calls.length).toBeLessThanOrEqual(sent + 1)
  })
})

describe('tabs of one browser', () => {
  it('keep each other alive (LOCK-07)', async () => {
    const one = await signedIn()
    const two = await openTab()
    for (let second = 0; second < 300; second += 30) {
      one.emit('click')
      clock.pass(30 * SECOND)
    }
    expect(two.status()).toBe('authenticated')
    clock.pass(3 * MINUTE)
    expect([one.status(), two.status()]).toEqual(['locked', 'locked'])
  })

  it('lock together, each for its own path, and end the token once (LOCK-07)', async () => {
    const one = await signedIn('/cards')
    const two = await openTab('/documents')
    clock.pass(3 * MINUTE)
    expect(one.session.state.get()).toMatchObject({ status: 'locked', record: { path: '/cards' } })
    expect(two.session.state.get()).toMatchObject({ status: 'locked', record: { path: '/documents' } })
    expect(server.calls.lock).toHaveBeenCalledOnce()
  })

  it('open together again when the same person unlocks one (LOCK-07)', async () => {
    const one = await signedIn('/cards')
    const two = await openTab('/documents')
    clock.pass(3 * MINUTE)
    await one.session.signIn(credentials)
    await settle()
    expect(two.status()).toBe('authenticated')
    expect(two.path()).toBe('/documents')
    expect(two.bearer.get()).toBe(one.bearer.get())
  })

  it('stay locked when somebody else signs in elsewhere (LOCK-07)', async () => {
    const one = await signedIn('/cards')
    clock.pass(3 * MINUTE)
    const other = await openTab('/login')
    server.state.next = 'u2'
    await other.session.signIn(credentials)
    await settle()
    expect(one.status()).toBe('locked')
    expect(one.bearer.get()).toBeNull()
  })

  it('sign out together (AUTH-10)', async () => {
    const one = await signedIn()
    const two = await openTab('/documents')
    one.session.signOut()
    expect(two.status()).toBe('unauthenticated')
    expect(two.bearer.get()).toBeNull()
  })

  it('pick up a sign-in without a reload (AUTH-09)', async () => {
    const one = await openTab()
    const two = await openTab('/documents')
    await one.session.signIn(credentials)
    await settle()
    expect(two.status()).toBe('authenticated')
  })

  it('end when the token vanishes for no told reason', async () => {
    const tab = await signedIn()
    browser.storage.removeItem(TOKEN)
    expect(tab.bearer.get()).toBeNull()
    clock.pass(SECOND)
    expect(tab.session.state.get()).toEqual({ status: 'unauthenticated', reason: 'ended' })
  })

  it('do not lose a fresh sign-in to a lock that arrives late (LOCK-07)', async () => {
    const one = await signedIn()
    const late = clock.now() - 1
    await one.session.signIn(credentials)
    const two = await openTab()
    clock.pass(SECOND)
    two.tabs.send({ type: 'locked', at: late })
    expect(one.status()).toBe('authenticated')
    expect(browser.storage.getItem(TOKEN)).toBe(one.bearer.get())
  })

  it('show the new name everywhere after a profile change (PROF-05)', async () => {
    const one = await signedIn()
    const two = await openTab()
    one.session.userChanged({ ...userOf('u1'), name: 'Maya O.' })
    expect(two.session.state.get()).toMatchObject({ user: { name: 'Maya O.' } })
  })

  it('share a changed timeout (LOCK-06)', async () => {
    const one = await signedIn()
    const two = await openTab()
    one.session.announceTimeout(30)
    clock.pass(10 * MINUTE)
    expect([one.status(), two.status()]).toEqual(['authenticated', 'authenticated'])
  })
})
