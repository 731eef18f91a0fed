// The first step of a password change. The field gets the focus again after Back and after a wrong password was
// cleared.
import { useEffect, useRef } from 'react'
import { changePassword } from '@/shared/copy/identity/password'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'

type CurrentPasswordStepProps = {
  value: string
  error: string | null
  returned: boolean
  onChange: (value: string) => void
}

export function CurrentPasswordStep({ value, error, returned, onChange }: CurrentPasswordStepProps) {
  const input = useRef<HTMLInputElement>(null)

  // Not on the first render, when the dialog itself moves the focus to the field.
  useEffect(() => {
    if (returned || error !== null) input.current?.focus()
  }, [returned, error])

  return (
    <Field label={changePassword.current} error={error}>
      <PasswordInput ref={input} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
