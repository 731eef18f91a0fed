// A field for four digits, hidden while typing. After the server refused a PIN the field is emptied and focused again.
import { useEffect, useRef } from 'react'
import { CARD } from '@/shared/config/limits'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'

type PinFieldProps = {
  label: string
  value: string
  error: string | null
  disabled?: boolean
  onChange: (value: string) => void
  /** How often the server refused the PIN. Each refusal moves the focus back to the field. */
  refusals?: number
  /** Moves the focus to the field when it appears. Not needed where the dialog itself does that on opening. */
  focusOnShow?: boolean
}

export function PinField({
  label,
  value,
  error,
  disabled = false,
  onChange,
  refusals = 0,
  focusOnShow = false,
}: PinFieldProps) {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (focusOnShow || refusals > 0) input.current?.focus()
  }, [focusOnShow, refusals])

  return (
    <Field label={label} error={error}>
      <Input
        ref={input}
        type="password"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, CARD.pinLength))}
        size="lg"
        figures="code"
        inputMode="numeric"
        autoComplete="off"
        maxLength={CARD.pinLength}
        className="text-20! tracking-[0.4em]"
      />
    </Field>
  )
}

export function isWholePin(pin: string): boolean {
  return pin.length === CARD.pinLength
}
