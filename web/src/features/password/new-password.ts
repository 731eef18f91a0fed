// The rule for a new password: eight characters, and three of five criteria, of which length is one. A password that
// would be refused is never called better than weak.
import { PASSWORD } from '@/shared/config/limits'

export const CRITERIA = ['length', 'uppercase', 'lowercase', 'digit', 'special'] as const
type Criterion = (typeof CRITERIA)[number]

export function criteriaMet(password: string): Record<Criterion, boolean> {
  return {
    length: [...password].length >= PASSWORD.newMin,
    uppercase: /\p{Lu}/u.test(password),
    lowercase: /\p{Ll}/u.test(password),
    digit: /\d/.test(password),
    special: /[^\p{L}\p{N}\s]/u.test(password),
  }
}

export function newPasswordStrength(password: string): 'weak' | 'medium' | 'strong' {
  if (!isNewPasswordGood(password)) return 'weak'
  return countMet(password) >= PASSWORD.newCriteriaStrong ? 'strong' : 'medium'
}

export function isNewPasswordGood(password: string): boolean {
  return criteriaMet(password).length && countMet(password) >= PASSWORD.newCriteriaNeeded
}

function countMet(password: string): number {
  return Object.values(criteriaMet(password)).filter(Boolean).length
}
