// Validation of sign-up, with the specification's texts. Every rule checks a string, so that each field shows its
// error whatever the others hold.
import * as v from 'valibot'
import { ROLES, SIGN_UP } from '@/shared/config/limits'
import { signUp } from '@/shared/copy/identity/auth'
import { emailSchema, passwordSchema } from './sign-in-schema'

const isRole = (value: string) => ROLES.some((role) => role === value)

export const signUpSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(signUp.nameRequired),
      v.minLength(SIGN_UP.nameMin, signUp.nameTooShort),
    ),
    email: emailSchema,
    role: v.pipe(v.string(), v.check(isRole, signUp.roleRequired)),
    password: passwordSchema,
    confirmPassword: v.pipe(v.string(), v.nonEmpty(signUp.confirmRequired)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      signUp.confirmMismatch,
    ),
    ['confirmPassword'],
  ),
)
