import { expect, it } from 'vitest'
import { adviceIn } from './advice'

it.each([
  ['Turn on two-factor authentication.', 'twoFactor'],
  ['Only 2 recovery codes are left. Set two-factor up again.', 'twoFactor'],
  ['Turn on login alerts.', 'loginAlerts'],
  ['Choose a session timeout of 30 minutes or less.', 'timeout'],
  ['7 devices are signed in. End the ones you do not use.', 'sessions'],
  ['Learn to whistle.', null],
])('%s is advice about %s', (text, advice) => {
  expect(adviceIn(text)).toBe(advice)
})
