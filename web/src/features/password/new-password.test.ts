import { describe, expect, it } from 'vitest'
import { isNewPasswordGood, newPasswordStrength } from './new-password'

describe('a new password', () => {
  it.each([
    ['', 'weak', false],
    ['abcdefgh', 'weak', false],
    ['Abcdefgh', 'medium', true],
    ['abcdefg1', 'medium', true],
    ['ABCDEFG$', 'medium', true],
    ['Abcdefg1', 'strong', true],
    ['Abcdef1$', 'strong', true],
    // Meets four criteria, but is refused: eight characters are required.
    ['Abc1$', 'weak', false],
    ['Ähre fünf', 'medium', true],
  ] as const)('%j is %s, accepted: %s (PROF-03)', (password, strength, good) => {
    expect(newPasswordStrength(password)).toBe(strength)
    expect(isNewPasswordGood(password)).toBe(good)
  })
})
