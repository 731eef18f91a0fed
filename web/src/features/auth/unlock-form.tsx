// Unlocking with email and password, or with a passkey if the account has one. The email is filled in, the password
// never is.
import { useEffect } from 'react'
import type { LockedRecord } from '@/entities/session/machine'
import { session } from '@/entities/session/session'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TOASTS } from '@/shared/config/limits'
import { twoFactorStep } from '@/shared/copy/identity/auth'
import { passkeys as passkeyCopy } from '@/shared/copy/identity/passkeys'
import { lock } from '@/shared/copy/identity/session'
import { useEntryForm } from '@/shared/forms/use-entry-form'
import { passkeysWork } from '@/shared/lib/webauthn'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { toast } from '@/shared/ui/toast/toast'
import { FailureNotice } from './failure-notice'
import { PasskeyButton } from './passkey-button'
import { RetryNotice } from './retry-notice'
import { signInSchema } from './sign-in-schema'
import { unlockFailure } from './unlock-failure'
import { useFailure } from './use-failure'
import { usePasskeySignIn } from './use-passkey-sign-in'

export function UnlockForm({ record }: { record: LockedRecord }) {
  const { user, passkeys = [] } = record
  const { form, field } = useEntryForm(signInSchema, { email: user.email, password: '' })
  const { errors, isSubmitting } = form.formState
  const retry = useRetryAfter()
  const failure = useFailure(TOASTS.session)
  const passkey = usePasskeySignIn({
    owner: { id: user.id, passkeys },
    onSignedIn: () => toast.success(lock.restored, TOASTS.unlocked),
    onFailure: retry.startFrom,
  })

  useEffect(() => form.setFocus('password'), [form])

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const answer = await session.signIn(credentials)
      if (answer.kind === 'codeRequired') toast.info(twoFactorStep.prompt, TOASTS.other)
      else toast.success(lock.restored, TOASTS.unlocked)
    } catch (error) {
      if (!retry.startFrom(error)) failure.show(unlockFailure(error, lock.invalidCredentials))
    }
  })

  return (
    <form noValidate onSubmit={submit} onChange={failure.clear} className="grid gap-5">
      <Field label={lock.email} error={errors.email?.message}>
        <Input {...field('email')} type="email" size="lg" autoComplete="username" />
      </Field>
      <Field label={lock.password} error={errors.password?.message}>
        <PasswordInput
          {...field('password')}
          size="lg"
          autoComplete="current-password"
          placeholder={lock.passwordPlaceholder}
        />
      </Field>
      <FailureNotice text={failure.text} />
      <RetryNotice text={retry.text} />
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={isSubmitting}
          pendingLabel={lock.pending}
        >
          {lock.submit}
        </Button>
        {passkeys.length > 0 && passkeysWork() ? (
          <PasskeyButton label={passkeyCopy.unlock} isPending={passkey.isPending} onClick={passkey.start} />
        ) : null}
      </div>
    </form>
  )
}
