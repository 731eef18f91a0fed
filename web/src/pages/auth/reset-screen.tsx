// The page that the link in a password mail leads to. The link is checked before the form is shown.
import { useCallback, useEffect, useState } from 'react'
import { passwordReset } from '@/entities/user/password-reset'
import { AuthCard } from '@/features/auth/auth-card'
import { ForgotPasswordCard } from '@/features/auth/forgot-password-card'
import { ResetPasswordForm } from '@/features/password/reset-password-form'
import { ApiError } from '@/shared/api/error'
import { forgotPassword, resetPassword } from '@/shared/copy/identity/password-reset'
import { useTitle } from '@/shared/lib/use-title'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'

type Step = 'checking' | 'unreachable' | 'open' | 'spent' | 'asking' | 'done'

export function ResetScreen({ token }: { token: string }) {
  const [step, setStep] = useState<Step>('checking')

  useTitle(step === 'asking' ? undefined : resetPassword.title)

  const check = useCallback(() => {
    setStep('checking')
    passwordReset.check(token).then(
      () => setStep('open'),
      (error: unknown) =>
        setStep(error instanceof ApiError && error.status === 400 ? 'spent' : 'unreachable'),
    )
  }, [token])
  useEffect(check, [check])

  if (step === 'asking') return <ForgotPasswordCard email="" onBack={reloadPage} />
  if (step === 'spent') {
    return (
      <AuthCard title={resetPassword.spentTitle} subtitle={resetPassword.spentIntro}>
        <Banner tone="warning">{resetPassword.spent}</Banner>
        <div className="grid gap-2">
          <Button variant="primary" size="lg" block onClick={() => setStep('asking')}>
            {resetPassword.askAgain}
          </Button>
          <BackToLogin />
        </div>
      </AuthCard>
    )
  }
  if (step === 'done') {
    return (
      <AuthCard title={resetPassword.doneTitle} subtitle={resetPassword.doneIntro}>
        <Banner tone="success">{resetPassword.done}</Banner>
        <Button variant="primary" size="lg" block onClick={reloadPage}>
          {resetPassword.signIn}
        </Button>
      </AuthCard>
    )
  }
  return (
    <AuthCard title={resetPassword.title} subtitle={resetPassword.intro}>
      {step === 'open' ? (
        <ResetPasswordForm token={token} onDone={() => setStep('done')} onSpent={() => setStep('spent')} />
      ) : step === 'checking' ? (
        <p role="status" className="text-ink-2">
          {resetPassword.checking}
        </p>
      ) : (
        <Banner tone="error" action={<Button onClick={check}>{resetPassword.retry}</Button>}>
          {resetPassword.unreachable}
        </Banner>
      )}
      <BackToLogin />
    </AuthCard>
  )
}

function BackToLogin() {
  return (
    <Button size="lg" variant="quiet" block onClick={reloadPage}>
      {forgotPassword.back}
    </Button>
  )
}

/** Reloads the page: the new password may have ended a session of this browser. */
function reloadPage() {
  window.location.replace('/login')
}
