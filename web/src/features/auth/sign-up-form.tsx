// Sign-up: name, email, role, and a password whose strength is shown while typing.
import { useWatch } from 'react-hook-form'
import { session } from '@/entities/session/session'
import type { Invitation } from '@/entities/user/invitations'
import { errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { PASSWORD, ROLES, TOASTS } from '@/shared/config/limits'
import { signUp } from '@/shared/copy/identity/auth'
import { passwordStrength as words } from '@/shared/copy/identity/password'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { browserZone } from '@/shared/lib/time/zones'
import { Button } from '@/shared/ui/button'
import { Meter } from '@/shared/ui/figures/meter'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { Select } from '@/shared/ui/inputs/select'
import { toast } from '@/shared/ui/toast/toast'
import { FailureNotice } from './failure-notice'
import { passwordStrength } from './password-strength'
import { RetryNotice } from './retry-notice'
import { signUpSchema } from './sign-up-schema'
import { useFailure } from './use-failure'

/** In a field of half the width the error hides its icon, so that it fits on one line. */
const BESIDE = 'sm:[&_p>.lucide]:hidden'

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }))

/** The sign-up form. With an invitation the email address is fixed to the invited one. */
export function SignUpForm({ invitation }: { invitation?: Invitation }) {
  const { form, field } = useEntryForm(signUpSchema, {
    name: '',
    email: invitation?.email ?? '',
    role: '',
    password: '',
    confirmPassword: '',
  })
  const { errors, isSubmitting } = form.formState
  const retry = useRetryAfter()
  const failure = useFailure()
  const typed = useWatch({ control: form.control, name: 'password' })
  const strength = passwordStrength(typed)
  const word = typed === '' ? '' : words[strength]

  const submit = form.handleSubmit(async (values) => {
    try {
      const form = { ...values, timeZone: browserZone() }
      const user = await session.signUp(invitation ? { ...form, invitation: invitation.token } : form)
      toast.success(signUp.welcome(user.name), TOASTS.success)
    } catch (error) {
      if (retry.startFrom(error)) return
      showFieldErrors(form, error)
      failure.show(errorMessageOf(error, signUp.failed) ?? signUp.unexpected)
    }
  })

  return (
    <form noValidate onSubmit={submit} onChange={failure.clear} className="grid gap-1.5">
      <Field steady label={signUp.name} error={errors.name?.message}>
        <Input {...field('name')} size="lg" autoComplete="name" />
      </Field>
      <Field steady label={signUp.email} error={errors.email?.message}>
        <Input
          {...field('email')}
          type="email"
          size="lg"
          autoComplete="username"
          readOnly={invitation !== undefined}
        />
      </Field>
      <Field steady label={signUp.role} error={errors.role?.message}>
        <Select {...field('role')} size="lg" options={ROLE_OPTIONS} placeholder={signUp.rolePlaceholder} />
      </Field>
      <div className="grid sm:grid-cols-2 gap-x-4 gap-y-1.5">
        <Field
          steady
          label={signUp.password}
          error={errors.password?.message}
          aside={
            <span aria-hidden className="text-12 text-ink-2">
              {word}
            </span>
          }
          className={BESIDE}
        >
          <PasswordInput {...field('password')} size="lg" autoComplete="new-password" />
          {/* The strength meter stands under the password, or under both fields where they are side by side. */}
          <div className="sm:w-[calc(200%+16px)]">
            <Meter
              label={words.label}
              percent={typed === '' ? 0 : PASSWORD.meterPercent[strength]}
              text={word}
            />
          </div>
        </Field>
        <Field
          steady
          label={signUp.confirmPassword}
          error={errors.confirmPassword?.message}
          className={`${BESIDE} sm:[&>[aria-live]]:mt-2.5`}
        >
          <PasswordInput {...field('confirmPassword')} size="lg" autoComplete="new-password" />
        </Field>
      </div>
      <div className="grid gap-4 mt-4">
        <FailureNotice text={failure.text} />
        <RetryNotice text={retry.text} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={isSubmitting}
          pendingLabel={signUp.pending}
        >
          {signUp.submit}
        </Button>
      </div>
    </form>
  )
}
