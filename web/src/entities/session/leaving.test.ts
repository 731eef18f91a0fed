// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorld, SECOND, TOKEN } from './testing/world'

let { clock, browser, signedIn, openTab } = createWorld()
beforeEach(() => {
  ;({ clock, browser, signedIn, openTab } = createWorld())
})

describe('an account that is deleted (SET-07)', () => {
  it('loses its token at once and its screen after two seconds, without a word about an ended session', async () => {
    const tab = await signedIn('/settings')
    tab.session.leaveForGood()
    expect(browser.storage.getItem(TOKEN)).toBeNull()
    expect(tab.bearer.get()).toBeNull()
    expect(tab.status()).toBe('authenticated')
    // Later requests and wake-ups find no session, which must not show a message.
    tab.emit('visibilitychange')
    clock.pass(SECOND)
    expect(tab.status()).toBe('authenticated')
    clock.pass(SECOND)
    expect(tab.status()).toBe('unauthenticated')
    expect(tab.page.location.pathname).toBe('/login')
    expect(tab.notices).not.toContain('ended')
  })

  it('may hear of its end before the answer comes, and stays as it was where the deletion failed', async () => {
    const tab = await signedIn('/settings')
    const token = tab.bearer.get() ?? ''
    tab.session.setAskingToLeave(true)
    tab.bearer.rejected(token)
    expect(tab.status()).toBe('authenticated')
    tab.session.setAskingToLeave(false)
    tab.bearer.rejected(token)
    expect(tab.status()).toBe('unauthenticated')
  })

  it('is left by the other tabs too', async () => {
    const tab = await signedIn('/settings')
    const other = await openTab()
    tab.session.leaveForGood()
    expect(other.status()).toBe('unauthenticated')
    clock.pass(3 * SECOND)
    expect(tab.status()).toBe('unauthenticated')
  })
})
