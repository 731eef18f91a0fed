// The dialog "Confirm it's you": shown when the server refuses a request until there is a fresh proof of identity. The
// request waits and is repeated after a correct password; canceling leaves it refused and keeps the typed values.
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useVerifyPassword } from '@/entities/user/mutations'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { proof as copy } from '@/shared/copy/identity/session'
import { Banner } from '@/shared/ui/banner'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

type ProofDialogProps = {
  open: boolean
  onAnswer: (isProved: boolean) => void
  /**
   * Renders other ways to prove the identity, such as a passkey. They call `onProved` when the server has accepted the
   * proof.
   */
  others?: (onProved: () => void) => ReactNode
}

export function ProofDialog({ open, onAnswer, others }: ProofDialogProps) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const verify = useVerifyPassword()
  const retry = useRetryAfter()
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // React events bubble through portals: this submit must not reach a form below the dialog.
    event.stopPropagation()
    if (password === '' || verify.isPending) return
    try {
      await verify.mutateAsync(password)
      onAnswer(true)
    } catch (failure) {
      const wrong = failure instanceof ApiError && failure.status === 403
      if (wrong) {
        setPassword('')
        input.current?.focus()
      }
      if (!retry.startFrom(failure)) setError(errorMessageOf(failure, copy.incorrect) ?? copy.unexpected)
    }
  }

  const reset = () => {
    setPassword('')
    setError(null)
    verify.reset()
  }

  return (
    <EntryDialog
      open={open}
      onClose={() => onAnswer(false)}
      onClosed={reset}
      onSubmit={submit}
      isPending={verify.isPending}
      isSubmitDisabled={password === ''}
      size="sm"
      title={copy.title}
      description={copy.intro}
      initialFocus={input}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.pending }}
    >
      <Field label={copy.password} error={error}>
        <PasswordInput
          ref={input}
          value={password}
          autoComplete="current-password"
          onChange={(event) => {
            setPassword(event.target.value)
            setError(null)
          }}
        />
      </Field>
      {others?.(() => onAnswer(true))}
      {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
    </EntryDialog>
  )
}
