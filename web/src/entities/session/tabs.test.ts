// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorld, credentials, MINUTE, SECOND, settle, TOKEN, userOf } from './testing/world'

let { clock, browser, server, openTab, signedIn } = createWorld()
beforeEach(() => {
  ;({ clock, browser, server, openTab, signedIn } = createWorld())
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
    one.session.changeUser({ ...userOf('u1'), name: 'Maya O.' })
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
