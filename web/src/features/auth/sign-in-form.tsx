// Sign-in with email and password. If the server asks for a code, the session's state changes; this form only shows a
// toast.
import { session } from '@/entities/session/session'
import { errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TOASTS } from '@/shared/config/limits'
import { signIn, twoFactorStep } from '@/shared/copy/identity/auth'
import { passkeys } from '@/shared/copy/identity/passkeys'
import { useEntryForm } from '@/shared/forms/use-entry-form'
import { passkeysWork } from '@/shared/lib/webauthn'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'
import { FailureNotice } from './failure-notice'
import { PasskeyButton } from './passkey-button'
import { RetryNotice } from './retry-notice'
import { signInSchema } from './sign-in-schema'
import { useFailure } from './use-failure'
import { usePasskeySignIn } from './use-passkey-sign-in'

/** `onForgot` receives the typed email address, for the password reset form. */
export function SignInForm({ onForgot }: { onForgot: (email: string) => void }) {
  const { form, field } = useEntryForm(signInSchema, { email: '', password: '' })
  const { errors, isSubmitting } = form.formState
  const retry = useRetryAfter()
  const failure = useFailure()
  const passkey = usePasskeySignIn({
    suggest: true,
    onSignedIn: (user) => toast.success(signIn.welcome(user.name), TOASTS.success),
    onFailure: retry.startFrom,
  })

  const submit = form.handleSubmit(async (credentials) => {
    try {
      const answer = await session.signIn(credentials)
      if (answer.kind === 'codeRequired') toast.info(twoFactorStep.prompt, TOASTS.other)
      else toast.success(signIn.welcome(answer.user.name), TOASTS.success)
    } catch (error) {
      if (!retry.startFrom(error)) failure.show(errorMessageOf(error, signIn.failed) ?? signIn.unexpected)
    }
  })

  return (
    <form noValidate onSubmit={submit} onChange={failure.clear} className="grid gap-5">
      <div className="grid">
        <Field steady label={signIn.email} error={errors.email?.message}>
          <Input {...field('email')} type="email" size="lg" autoComplete="username webauthn" />
        </Field>
        <Field steady label={signIn.password} error={errors.password?.message}>
          <PasswordInput {...field('password')} size="lg" autoComplete="current-password" />
        </Field>
        <button
          type="button"
          className={`${textLinkClass} justify-self-end -mt-4 text-14`}
          onClick={() => onForgot(form.getValues('email'))}
        >
          {signIn.forgot}
        </button>
      </div>
      <FailureNotice text={failure.text} />
      <RetryNotice text={retry.text} />
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={isSubmitting}
          pendingLabel={signIn.pending}
        >
          {signIn.submit}
        </Button>
        {passkeysWork() ? (
          <PasskeyButton label={passkeys.signIn} isPending={passkey.isPending} onClick={passkey.start} />
        ) : null}
      </div>
    </form>
  )
}
