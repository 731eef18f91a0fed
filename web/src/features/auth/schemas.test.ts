import { type GenericSchema, safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { passwordStrength } from './password-strength'
import { codeDigits, codeSchema, recoverySchema, signInSchema } from './sign-in-schema'
import { signUpSchema } from './sign-up-schema'

/** The first message of each field, as the form shows it. */
function messages(schema: GenericSchema, values: Record<string, string>): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const issue of safeParse(schema, values).issues ?? []) {
    const field = String(issue.path?.[0]?.key)
    shown[field] ??= issue.message
  }
  return shown
}

describe('sign-in', () => {
  it('asks for both fields (AUTH-03)', () => {
    expect(messages(signInSchema, { email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    })
  })

  it.each(['maya', 'maya@', '@northline.studio', 'maya@northline', 'ma ya@northline.studio', 'a@b@c.de'])(
    'does not take %s for an email (AUTH-03)',
    (email) => {
      expect(messages(signInSchema, { email, password: 'Harbour77x' })).toEqual({
        email: 'Please enter a valid email',
      })
    },
  )

  it('wants six characters (AUTH-03)', () => {
    expect(messages(signInSchema, { email: 'maya@northline.studio', password: '12345' })).toEqual({
      password: 'Password must be at least 6 characters',
    })
    expect(messages(signInSchema, { email: ' maya@northline.studio ', password: '123456' })).toEqual({})
  })
})

describe('the code', () => {
  it.each(['', '12345', '1234567', 'abcdef', '12345a'])('%s is not one (AUTH-07)', (code) => {
    expect(messages(codeSchema, { code })).toEqual({ code: 'Please enter a valid 6-digit code' })
  })

  it('is six digits, and the field lets nothing else stay (AUTH-07)', () => {
    expect(messages(codeSchema, { code: '012345' })).toEqual({})
    expect(codeDigits('12a 34-567')).toBe('123456')
  })

  it('may be a recovery code in its own field (AUTH-14)', () => {
    expect(messages(recoverySchema, { code: ' ABCDE-f0123 ' })).toEqual({})
    expect(messages(recoverySchema, { code: '123456' })).toEqual({
      code: 'Please enter a valid recovery code',
    })
  })
})

describe('sign-up', () => {
  const whole = {
    name: 'Maya Okafor',
    email: 'maya@northline.studio',
    role: 'DJ',
    password: 'Harbour77x',
    confirmPassword: 'Harbour77x',
  }

  it('asks for every field (AUTH-04)', () => {
    expect(
      messages(signUpSchema, { name: '', email: '', role: '', password: '', confirmPassword: '' }),
    ).toEqual({
      name: 'Full name is required',
      email: 'Email is required',
      role: 'Please select your role',
      password: 'Password is required',
      confirmPassword: 'Please confirm your password',
    })
  })

  it.each([
    [{ name: ' M ' }, { name: 'Name must be at least 2 characters' }],
    [{ name: '   ' }, { name: 'Full name is required' }],
    [{ email: 'maya@northline' }, { email: 'Please enter a valid email' }],
    [{ password: '12345', confirmPassword: '12345' }, { password: 'Password must be at least 6 characters' }],
    [{ confirmPassword: 'Harbour77y' }, { confirmPassword: 'Passwords do not match' }],
    [{ confirmPassword: '' }, { confirmPassword: 'Please confirm your password' }],
    [{ role: 'Admin' }, { role: 'Please select your role' }],
  ])('%j gives %j (AUTH-04)', (change, wanted) => {
    expect(messages(signUpSchema, { ...whole, ...change })).toEqual(wanted)
  })

  it('says that passwords differ whatever else is wrong (AUTH-04)', () => {
    expect(
      messages(signUpSchema, { ...whole, role: '', email: '', password: '123', confirmPassword: '124' }),
    ).toEqual({
      email: 'Email is required',
      role: 'Please select your role',
      password: 'Password must be at least 6 characters',
      confirmPassword: 'Passwords do not match',
    })
  })

  it('accepts a whole form', () => {
    expect(messages(signUpSchema, whole)).toEqual({})
  })
})

describe('the strength of a password', () => {
  it.each([
    ['', 'weak'],
    ['Ab1de', 'weak'],
    ['abcdef', 'medium'],
    ['Abc123x', 'medium'],
    ['abcdefgh', 'medium'],
    ['ABCDEF12', 'medium'],
    ['Abcdefg1', 'strong'],
  ] as const)('of %j is %s (AUTH-05)', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })
})
