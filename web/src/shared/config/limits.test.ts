// The specification's table of constants, written out a second time, so that a changed number must be changed here
// too.
import { describe, expect, it } from 'vitest'
import * as limits from './limits'
import { screenAt } from './paths'

describe('the constants of the specification', () => {
  it('hold for the session (LOCK-01, LOCK-02, LOCK-04, LOCK-06)', () => {
    expect(limits.SESSION).toMatchObject({
      defaultTimeoutMinutes: 2,
      timeoutOptionsMinutes: [2, 15, 30, 60, 120],
      timeoutChangedEvent: 'sessionTimeoutChanged',
      shortTimeoutMs: 300_000,
      shortCheckIntervalMs: 5_000,
      longCheckIntervalMs: 10_000,
      warningMaxMs: 30_000,
      warningShare: 0.1,
      warningSilenceMs: 30_000,
      lockedRecordLifetimeMs: 86_400_000,
    })
    expect([...limits.SESSION.activityEvents].sort()).toEqual(
      ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click'].sort(),
    )
    expect(limits.STORAGE_KEYS.token).toBe('ledgerline.token')
  })

  it('hold for passwords and codes (AUTH-03, AUTH-05, PROF-03)', () => {
    expect(limits.PASSWORD).toEqual({
      signInMin: 6,
      strengthMediumMin: 6,
      strengthStrongMin: 8,
      meterPercent: { weak: 33, medium: 66, strong: 100 },
      newMin: 8,
      newCriteriaNeeded: 3,
      newCriteriaStrong: 4,
    })
    expect(limits.SIGN_UP.nameMin).toBe(2)
    expect(limits.TWO_FACTOR).toEqual({ codeLength: 6, dialogCloseDelayMs: 2_000 })
    expect(limits.ROLES).toHaveLength(8)
  })

  it('hold for toasts (SHELL-08)', () => {
    expect(limits.TOASTS).toEqual({
      session: { position: 'top-right', duration: 5_000 },
      persistent: { position: 'top-right', duration: 0 },
      unlocked: { position: 'bottom-right', duration: 3_000 },
      success: { position: 'bottom-right', duration: 3_000 },
      other: { position: 'bottom-right', duration: 4_000 },
      uploadStarted: { position: 'bottom-right', duration: 1_000 },
    })
  })

  it('hold for money, media and lists', () => {
    expect(limits.CARD).toEqual({ pinLength: 4, numberDigits: 16, expiryLength: 5, cvvMin: 3, cvvMax: 4 })
    expect(limits.PIN_HOLD_MS).toBe(300_000)
    expect(limits.GOAL.targetMin).toBe(0.01)
    expect(limits.CURRENCIES).toEqual(['USD', 'EUR', 'GBP', 'KES'])
    expect(limits.MEDIA).toMatchObject({
      maxAudioBytes: 52_428_800,
      maxVideoBytes: 209_715_200,
      skipSeconds: 10,
      unmuteVolume: 0.7,
      controlsHideMs: 3_000,
      windowWidth: 800,
      windowHeight: 600,
    })
    expect(limits.LISTS).toEqual({
      securityLogs: 50,
      loginHistory: 50,
      recentTransactions: 5,
      financesCards: 2,
      financesGoals: 3,
    })
    expect(limits.LAYOUT).toEqual({ sidebarPx: 280, rightColumnPx: 280 })
    expect(limits.ACCOUNT_DELETION).toEqual({ redirectMs: 2_000, redirectTo: '/login' })
  })
})

describe('the screen at an address', () => {
  it.each([
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/profile', 'Producer Profile'],
    ['/my-account', 'Finances'],
    ['/payment-history', 'Sales History'],
    ['/transaction-history', 'Transaction History'],
    ['/cards', 'Payment Cards'],
    ['/notifications', 'Notifications'],
    ['/settings#security', 'Settings'],
    ['/beneficiaries?search=a', 'Clients'],
    ['/documents/', 'Beat Library'],
    ['/applications', 'Analytics'],
    ['/nowhere', null],
    ['/login', null],
  ])('%s is %s (SHELL-03, LOCK-02)', (address, screen) => {
    expect(screenAt(address)).toBe(screen)
  })
})
