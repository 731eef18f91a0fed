// Asks for the current password before an action that needs it. A wrong password is reported here and cleared; any
// other failure is passed to `onFailure`.
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { verifyPassword } from '@/shared/copy/identity/password'
import { Banner } from '@/shared/ui/banner'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

type ConfirmPasswordDialogProps = {
  open: boolean
  intro: string
  onClose: () => void
  /** The label of a second field for a two-factor code, if one is needed. */
  codeLabel?: string
  /** Runs the action that needed the password; rejects when it fails. */
  onPassword: (password: string, code: string) => Promise<void>
  /** Called with a failure that is not about the password; the dialog has closed by then. */
  onFailure: (error: unknown) => void
}

export function ConfirmPasswordDialog({
  open,
  intro,
  codeLabel,
  onClose,
  onPassword,
  onFailure,
}: ConfirmPasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const retry = useRetryAfter()
  const input = useRef<HTMLInputElement>(null)
  const blank = password.trim() === '' || (codeLabel !== undefined && code.trim() === '')

  const reset = () => {
    setPassword('')
    setError(null)
    setCode('')
    setCodeError(null)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blank || pending) return
    setPending(true)
    try {
      await onPassword(password, code)
      onClose()
    } catch (failure) {
      if (retry.startFrom(failure)) {
        setPassword('')
      } else if (failure instanceof ApiError && failure.status === 403) {
        setError(failure.serverText ?? verifyPassword.incorrect)
        setPassword('')
        input.current?.focus()
      } else if (failure instanceof ApiError && failure.fields.twoFactorToken !== undefined) {
        setCode('')
        setCodeError(failure.fields.twoFactorToken)
      } else {
        onClose()
        onFailure(failure)
      }
    } finally {
      setPending(false)
    }
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onClosed={reset}
      onSubmit={submit}
      isPending={pending}
      isSubmitDisabled={blank}
      size="sm"
      title={verifyPassword.title}
      description={intro}
      initialFocus={input}
      labels={{
        cancel: verifyPassword.cancel,
        submit: verifyPassword.submit,
        pending: verifyPassword.pending,
      }}
    >
      <Field label={verifyPassword.current} error={error}>
        <PasswordInput
          ref={input}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(null)
          }}
        />
      </Field>
      {codeLabel === undefined ? null : (
        <Field label={codeLabel} error={codeError}>
          <Input
            value={code}
            autoComplete="one-time-code"
            onChange={(event) => {
              setCode(event.target.value)
              setCodeError(null)
            }}
          />
        </Field>
      )}
      {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
    </EntryDialog>
  )
}
