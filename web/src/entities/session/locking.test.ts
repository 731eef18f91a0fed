// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorld, credentials, MINUTE, SECOND, TOKEN } from './testing/world'

let { clock, browser, server, openTab, signedIn, reload } = createWorld()
beforeEach(() => {
  ;({ clock, browser, server, openTab, signedIn, reload } = createWorld())
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
    expect((await reload(tab)).status()).toBe('locked')
    expect((await openTab('/documents')).status()).toBe('unauthenticated')
    tab.page.sessionStorage.clear()
    expect((await reload(tab)).status()).toBe('unauthenticated')
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
