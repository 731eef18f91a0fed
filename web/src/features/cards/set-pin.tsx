// The form of a new card PIN, with the password as proof. Used if no PIN is set, if it was forgotten, and in the
// settings.
import { type FormEvent, useState } from 'react'
import { useSetCardPin } from '@/entities/cards/mutations'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { type RetryAfter, useRetryAfter } from '@/shared/api/use-retry-after'
import { calls } from '@/shared/copy/calls'
import { verifyPassword } from '@/shared/copy/identity/password'
import { cardPin as copy } from '@/shared/copy/money/cards'
import { Banner } from '@/shared/ui/banner'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { isWholePin, PinField } from './pin-field'

type Values = { pin: string; repeat: string; password: string }
type Faults = Partial<Record<keyof Values | 'form', string>>

const BLANK: Values = { pin: '', repeat: '', password: '' }

type SetPin = {
  values: Values
  faults: Faults
  retry: RetryAfter
  pending: boolean
  put: (change: Partial<Values>) => void
  submit: (event: FormEvent) => void
  reset: () => void
}

export function useSetPin(onSet: (pin: string) => void): SetPin {
  const [values, setValues] = useState(BLANK)
  const [faults, setFaults] = useState<Faults>({})
  const retry = useRetryAfter()
  const { mutateAsync, isPending } = useSetCardPin()

  const put = (change: Partial<Values>) => {
    setValues((now) => ({ ...now, ...change }))
    const edited = Object.keys(change) as (keyof Values)[]
    setFaults((now) => ({ ...now, ...Object.fromEntries(edited.map((name) => [name, undefined])) }))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = faultsOf(values)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    try {
      await mutateAsync({ pin: values.pin, currentPassword: values.password })
      onSet(values.pin)
    } catch (error) {
      explain(error)
    }
  }

  function explain(error: unknown) {
    if (retry.startFrom(error)) return
    if (error instanceof ApiError && error.status === 403) {
      setValues((now) => ({ ...now, password: '' }))
      setFaults({ password: error.serverText ?? verifyPassword.incorrect })
    } else if (error instanceof ApiError && error.fields.pin !== undefined) {
      setFaults({ pin: error.fields.pin })
    } else setFaults({ form: errorMessageOf(error, copy.saveFailed) ?? calls.offline })
  }

  const reset = () => {
    setValues(BLANK)
    setFaults({})
  }

  return { values, faults, retry, pending: isPending, put, submit, reset }
}

function faultsOf({ pin, repeat, password }: Values): Faults {
  return {
    ...(isWholePin(pin) ? {} : { pin: copy.pinInvalid }),
    ...(isWholePin(pin) && repeat !== pin ? { repeat: copy.repeatDiffers } : {}),
    ...(password === '' ? { password: copy.passwordMissing } : {}),
  }
}

/** `focusOnShow` is for a step that replaces another one in a dialog that is already open. */
export function SetPinFields({ form, focusOnShow = false }: { form: SetPin; focusOnShow?: boolean }) {
  const { values, faults, retry, put } = form
  return (
    <div className="grid gap-4">
      {faults.form ? <Banner tone="error">{faults.form}</Banner> : null}
      <div className="grid grid-cols-2 gap-4">
        <PinField
          label={copy.newPin}
          value={values.pin}
          error={faults.pin ?? null}
          onChange={(pin) => put({ pin })}
          focusOnShow={focusOnShow}
        />
        <PinField
          label={copy.repeatPin}
          value={values.repeat}
          error={faults.repeat ?? null}
          onChange={(repeat) => put({ repeat })}
        />
      </div>
      <Field label={copy.password} error={faults.password}>
        <PasswordInput value={values.password} onChange={(event) => put({ password: event.target.value })} />
      </Field>
      {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
    </div>
  )
}
