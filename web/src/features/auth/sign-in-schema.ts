// Validation of sign-in and the lock screen, with the specification's texts.
import * as v from 'valibot'
import { PASSWORD, TWO_FACTOR } from '@/shared/config/limits'
import { signIn, twoFactorStep } from '@/shared/copy/identity/auth'

const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const RECOVERY_CODE = /^[a-z0-9]{5}-?[a-z0-9]{5}$/i

export const emailSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(signIn.emailRequired),
  v.regex(LOOKS_LIKE_EMAIL, signIn.emailInvalid),
)

export const passwordSchema = v.pipe(
  v.string(),
  v.nonEmpty(signIn.passwordRequired),
  v.minLength(PASSWORD.signInMin, signIn.passwordTooShort),
)

export const signInSchema = v.object({ email: emailSchema, password: passwordSchema })

export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.digits(twoFactorStep.codeInvalid),
    v.length(TWO_FACTOR.codeLength, twoFactorStep.codeInvalid),
  ),
})

export const recoverySchema = v.object({
  code: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(RECOVERY_CODE, twoFactorStep.recoveryInvalid)),
})

/** Removes everything but digits from a typed code, and cuts it to six. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, TWO_FACTOR.codeLength)
}
