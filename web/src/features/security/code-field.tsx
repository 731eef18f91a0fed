// The field for six digits from an authenticator app.
import { useEffect, useRef } from 'react'
import { TWO_FACTOR } from '@/shared/config/limits'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'

type CodeFieldProps = {
  value: string
  error: string | null
  onChange: (value: string) => void
  /** Moves the focus to the field when it appears. Not needed where the dialog itself does that on opening. */
  focusOnShow?: boolean
}

export function CodeField({ value, error, onChange, focusOnShow = false }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  // A refused code is cleared, and the field gets the focus again.
  useEffect(() => {
    if (focusOnShow || error !== null) input.current?.focus()
  }, [focusOnShow, error])

  return (
    <Field label={twoFactorSetup.code} error={error}>
      <Input
        ref={input}
        value={value}
        onChange={(event) => onChange(digits(event.target.value))}
        onPaste={(event) => {
          event.preventDefault()
          onChange(digits(event.clipboardData.getData('text')))
        }}
        size="lg"
        figures="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={TWO_FACTOR.codeLength}
        className="text-20 tracking-[0.3em]"
      />
    </Field>
  )
}

export function isWholeCode(code: string): boolean {
  return code.length === TWO_FACTOR.codeLength
}

function digits(text: string): string {
  return text.replace(/\D/g, '').slice(0, TWO_FACTOR.codeLength)
}
