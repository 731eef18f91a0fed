// Sign-up: name, email, role, and a password whose strength is shown while typing.
import { useWatch } from 'react-hook-form'
import { session } from '@/entities/session/session'
import type { Invitation } from '@/entities/user/invitations'
import { answeredText } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { PASSWORD, ROLES, TOASTS } from '@/shared/config/limits'
import { signUp } from '@/shared/copy/identity/auth'
import { passwordStrength as words } from '@/shared/copy/identity/password'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { Button } from '@/shared/ui/button'
import { Meter } from '@/shared/ui/figures/meter'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { Select } from '@/shared/ui/inputs/select'
import { toast } from '@/shared/ui/toast/toast'
import { passwordStrength } from './password-strength'
import { RetryNotice } from './retry-notice'
import { signUpSchema } from './sign-up-schema'

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }))

/** With an invitation the email address is the invited one. */
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
  const typed = useWatch({ control: form.control, name: 'password' })
  const strength = passwordStrength(typed)

  const submit = form.handleSubmit(async (values) => {
    try {
      const user = await session.signUp(invitation ? { ...values, invitation: invitation.token } : values)
      toast.success(signUp.welcome(user.name), TOASTS.success)
    } catch (error) {
      if (retry.take(error)) return
      showFieldErrors(form, error)
      toast.error(answeredText(error, signUp.failed) ?? signUp.unexpected, TOASTS.other)
    }
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field label={signUp.name} error={errors.name?.message}>
        <Input {...field('name')} size="lg" autoComplete="name" />
      </Field>
      <Field label={signUp.email} error={errors.email?.message}>
        <Input
          {...field('email')}
          type="email"
          size="lg"
          autoComplete="username"
          readOnly={invitation !== undefined}
        />
      </Field>
      <Field label={signUp.role} error={errors.role?.message}>
        <Select {...field('role')} size="lg" options={ROLE_OPTIONS} placeholder={signUp.rolePlaceholder} />
      </Field>
      <div className="grid sm:grid-cols-2 gap-x-4 gap-y-5">
        <Field label={signUp.password} error={errors.password?.message}>
          <PasswordInput {...field('password')} size="lg" autoComplete="new-password" />
        </Field>
        {/* Under the password it measures: right below it on a phone, below both where they stand side by side. */}
        <div className="sm:order-last sm:col-span-2 -mt-2">
          <Meter
            label={words.label}
            percent={typed === '' ? 0 : PASSWORD.meterPercent[strength]}
            text={typed === '' ? '' : words[strength]}
          />
        </div>
        <Field label={signUp.confirmPassword} error={errors.confirmPassword?.message}>
          <PasswordInput {...field('confirmPassword')} size="lg" autoComplete="new-password" />
        </Field>
      </div>
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
    </form>
  )
}
