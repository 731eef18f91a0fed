// The second step of a password change: the new password, its strength, and its repetition.
import { useEffect, useRef } from 'react'
import { PASSWORD } from '@/shared/config/limits'
import { changePassword, passwordStrength } from '@/shared/copy/identity/password'
import { Meter } from '@/shared/ui/figures/meter'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { newPasswordStrength } from './new-password'
import { RequirementList } from './requirement-list'

type NewPasswordStepProps = {
  next: string
  confirm: string
  error: string | null
  onNext: (value: string) => void
  onConfirm: (value: string) => void
}

export function NewPasswordStep({ next, confirm, error, onNext, onConfirm }: NewPasswordStepProps) {
  const first = useRef<HTMLInputElement>(null)
  const strength = newPasswordStrength(next)
  const word = next === '' ? '' : passwordStrength[strength]
  // While the repeated password is a prefix of the first it is unfinished, not wrong.
  const differs = confirm !== '' && !next.startsWith(confirm)

  useEffect(() => first.current?.focus(), [])

  return (
    <>
      <Field
        label={changePassword.newPassword}
        error={error}
        aside={
          <span aria-hidden className="text-12 text-ink-2">
            {word}
          </span>
        }
      >
        <PasswordInput
          ref={first}
          value={next}
          autoComplete="new-password"
          onChange={(event) => onNext(event.target.value)}
        />
      </Field>
      <Meter
        label={passwordStrength.label}
        percent={next === '' ? 0 : PASSWORD.meterPercent[strength]}
        text={word}
      />
      <RequirementList password={next} />
      <Field steady label={changePassword.confirm} error={differs ? changePassword.mismatch : null}>
        <PasswordInput
          value={confirm}
          autoComplete="new-password"
          onChange={(event) => onConfirm(event.target.value)}
        />
      </Field>
    </>
  )
}
