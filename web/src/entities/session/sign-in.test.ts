import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { NoCredentialsError } from './effects'
import { createWorld, credentials, MINUTE, SECOND, settle, TOKEN } from './testing/world'

let { clock, browser, server, openTab, signedIn } = createWorld()
beforeEach(() => {
  ;({ clock, browser, server, openTab, signedIn } = createWorld())
})

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

  it('keeps the token while the server cannot tell whose it is, and asks again (GATE-01)', async () => {
    const token = (await signedIn()).bearer.get()
    server.calls.me.mockRejectedValueOnce(new TypeError('offline'))
    server.calls.me.mockRejectedValueOnce(new ApiError(503, null, null))
    const tab = await openTab()
    expect(tab.session.state.get()).toEqual({ status: 'loading', isAway: true })
    clock.pass(2 * SECOND)
    await settle()
    expect(tab.status()).toBe('loading')
    expect(browser.storage.getItem(TOKEN)).toBe(token)
    clock.pass(2 * SECOND)
    await settle()
    expect(tab.status()).toBe('authenticated')
    expect(tab.session.isKnownHere()).toBe(true)
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
