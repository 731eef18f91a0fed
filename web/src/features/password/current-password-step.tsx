// First step of a password change. The field takes the focus again whenever a wrong password was cleared.
import { useEffect, useRef } from 'react'
import { changePassword } from '@/shared/copy/password'
import { Field } from '@/shared/ui/field'
import { PasswordInput } from '@/shared/ui/password-input'

type CurrentPasswordStepProps = { value: string; error: string | null; onChange: (value: string) => void }

export function CurrentPasswordStep({ value, error, onChange }: CurrentPasswordStepProps) {
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows each new error
  useEffect(() => input.current?.focus(), [error])

  return (
    <Field label={changePassword.current} error={error}>
      <PasswordInput ref={input} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
