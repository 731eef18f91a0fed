// @vitest-environment jsdom
// Signing in and unlocking with a passkey ends in the same state as with a password. GUARD-11
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorld, MINUTE, TOKEN } from './testing/world'

const used = {
  id: 'AAEC',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
const known = [{ id: 'AAEC', transports: ['internal'] }]

let { clock, browser, server, openTab, signedIn, reload } = createWorld()
beforeEach(() => {
  ;({ clock, browser, server, openTab, signedIn, reload } = createWorld())
})

const recordOf = (tab: { page: Window }) =>
  JSON.parse(tab.page.sessionStorage.getItem('ledgerline.locked') ?? 'null')

describe('a passkey', () => {
  it('signs in without a code, even where one is needed for the password (GUARD-11)', async () => {
    server.state.codeNeeded = true
    const tab = await openTab()
    await tab.session.signInWithPasskey(used)
    expect(server.calls.passkeySignIn).toHaveBeenCalledExactlyOnceWith(used)
    expect(tab.status()).toBe('authenticated')
    expect(browser.storage.getItem(TOKEN)).toBe('u1.1')
  })

  it('unlocks the screen and leads back to where it was locked (GUARD-11)', async () => {
    const tab = await signedIn('/documents')
    tab.session.setPasskeys(known)
    clock.pass(3 * MINUTE)
    expect(tab.status()).toBe('locked')
    expect(recordOf(tab).passkeys).toEqual(known)
    tab.visit('/elsewhere')
    await tab.session.signInWithPasskey(used)
    expect(tab.status()).toBe('authenticated')
    expect(tab.path()).toBe('/documents')
    expect(recordOf(tab)).toBeNull()
    expect(browser.storage.getItem(TOKEN)).toBe('u1.2')
  })

  it('is still offered by a locked screen after a reload (GUARD-11)', async () => {
    const tab = await signedIn()
    tab.session.setPasskeys(known)
    clock.pass(3 * MINUTE)
    const again = await reload(tab)
    expect(again.session.state.get()).toMatchObject({ status: 'locked', record: { passkeys: known } })
  })

  it('of one account is not offered to the next (GUARD-11)', async () => {
    const tab = await signedIn()
    tab.session.setPasskeys(known)
    tab.session.signOut()
    server.state.next = 'u2'
    await tab.session.signIn({ email: 'ade@northline.studio', password: 'Harbour77x' })
    clock.pass(3 * MINUTE)
    expect(recordOf(tab).passkeys).toEqual([])
  })
})
