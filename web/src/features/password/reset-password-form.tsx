// The form that sets a new password after following a link from a mail, with the usual rules.
import { type FormEvent, useState } from 'react'
import { passwordReset } from '@/entities/user/password-reset'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TOASTS } from '@/shared/config/limits'
import { resetPassword } from '@/shared/copy/identity/password-reset'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { toast } from '@/shared/ui/toast/toast'
import { isNewPasswordGood } from './new-password'
import { NewPasswordStep } from './new-password-step'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  /** Called when the link has expired or was used already. */
  onSpent: () => void
}

export function ResetPasswordForm({ token, onDone, onSpent }: ResetPasswordFormProps) {
  const [next, setNext] = useState('')
  const [confirm, setConfirm] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const retry = useRetryAfter()
  const ready = isNewPasswordGood(next) && next === confirm

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || pending) return
    setPending(true)
    try {
      await passwordReset.reset(token, next)
      onDone()
    } catch (failure) {
      if (retry.startFrom(failure)) return
      if (failure instanceof ApiError && failure.fields.token !== undefined) onSpent()
      else if (failure instanceof ApiError && failure.fields.newPassword !== undefined) {
        setError(failure.fields.newPassword)
      } else {
        toast.error(errorMessageOf(failure, resetPassword.failed) ?? resetPassword.unexpected, TOASTS.other)
      }
    } finally {
      setPending(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <NewPasswordStep
        next={next}
        confirm={confirm}
        error={error}
        onNext={(text) => {
          setNext(text)
          setError(null)
        }}
        onConfirm={setConfirm}
      />
      {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={!ready}
        pending={pending}
        pendingLabel={resetPassword.pending}
      >
        {resetPassword.submit}
      </Button>
    </form>
  )
}
