// The card that requests a password reset link. It shows the same message for every address.
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { passwordReset } from '@/entities/user/password-reset'
import { errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { forgotPassword } from '@/shared/copy/identity/password-reset'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { useTitle } from '@/shared/lib/use-title'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { AuthCard } from './auth-card'
import { FailureNotice } from './failure-notice'
import { RetryNotice } from './retry-notice'
import { emailSchema } from './sign-in-schema'
import { useFailure } from './use-failure'

type ForgotPasswordCardProps = { email: string; onBack: () => void }

export function ForgotPasswordCard({ email, onBack }: ForgotPasswordCardProps) {
  const [address, setAddress] = useState(email)
  const [sent, setSent] = useState(false)
  useTitle(sent ? forgotPassword.sentTitle : forgotPassword.title)
  const back = (
    <Button size="lg" variant="quiet" block onClick={onBack}>
      {forgotPassword.back}
    </Button>
  )
  if (sent) {
    return (
      <AuthCard title={forgotPassword.sentTitle} subtitle={forgotPassword.sentIntro}>
        <Banner tone="success">{forgotPassword.sent(address)}</Banner>
        <div className="grid gap-2">
          <Button size="lg" block onClick={() => setSent(false)}>
            {forgotPassword.again}
          </Button>
          {back}
        </div>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={forgotPassword.title} subtitle={forgotPassword.intro}>
      <RequestForm
        email={address}
        onSent={(to) => {
          setAddress(to)
          setSent(true)
        }}
      />
      {back}
    </AuthCard>
  )
}

const schema = v.object({ email: emailSchema })

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { form, field } = useEntryForm(schema, { email })
  const { errors, isSubmitting } = form.formState
  const retry = useRetryAfter()
  const failure = useFailure()

  useEffect(() => form.setFocus('email'), [form])

  const submit = form.handleSubmit(async (values) => {
    try {
      await passwordReset.request(values.email)
      onSent(values.email)
    } catch (error) {
      if (retry.startFrom(error) || showFieldErrors(form, error)) return
      failure.show(errorMessageOf(error, forgotPassword.failed) ?? forgotPassword.unexpected)
    }
  })

  return (
    <form noValidate onSubmit={submit} onChange={failure.clear} className="grid gap-5">
      <Field label={forgotPassword.email} error={errors.email?.message}>
        <Input {...field('email')} type="email" size="lg" autoComplete="username" />
      </Field>
      <FailureNotice text={failure.text} />
      <RetryNotice text={retry.text} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        pending={isSubmitting}
        pendingLabel={forgotPassword.pending}
      >
        {forgotPassword.submit}
      </Button>
    </form>
  )
}
