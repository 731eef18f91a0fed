// The page that the link in a confirmation mail leads to. Opening it changes nothing, because mail scanners open
// links too; the button confirms.
import { useState } from 'react'
import { emailConfirmation } from '@/entities/user/email-confirmation'
import { AuthCard } from '@/features/auth/auth-card'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { emailConfirmation as copy } from '@/shared/copy/identity/email-confirmation'
import { useTitle } from '@/shared/lib/use-title'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'

type Step = 'open' | 'pending' | 'done' | 'spent'

export function ConfirmScreen({ token }: { token: string }) {
  const [step, setStep] = useState<Step>('open')
  const [failure, setFailure] = useState<string | null>(null)

  useTitle(copy.title)

  const confirm = async () => {
    setStep('pending')
    setFailure(null)
    try {
      await emailConfirmation.confirm(token)
      setStep('done')
    } catch (error) {
      const isSpent = error instanceof ApiError && error.fields.token !== undefined
      setFailure(errorMessageOf(error, copy.failed) ?? copy.failed)
      setStep(isSpent ? 'spent' : 'open')
    }
  }

  if (step === 'done') {
    return (
      <AuthCard title={copy.doneTitle} subtitle={copy.doneIntro}>
        <Banner tone="success">{copy.done}</Banner>
        <ReloadButton />
      </AuthCard>
    )
  }
  if (step === 'spent') {
    return (
      <AuthCard title={copy.spentTitle} subtitle={copy.spentIntro}>
        <Banner tone="warning">{failure}</Banner>
        <ReloadButton />
      </AuthCard>
    )
  }
  return (
    <AuthCard title={copy.title} subtitle={copy.intro}>
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <Button
        variant="primary"
        size="lg"
        block
        pending={step === 'pending'}
        pendingLabel={copy.pendingSubmit}
        onClick={confirm}
      >
        {copy.submit}
      </Button>
    </AuthCard>
  )
}

/** Reloads the page: the app opens, or the sign-in screen if nobody is signed in. */
function ReloadButton() {
  return (
    <Button variant="primary" size="lg" block onClick={() => window.location.replace('/')}>
      {copy.proceed}
    </Button>
  )
}
