// The card of the two-factor step of a sign-in.
import { useState } from 'react'
import { NoCredentialsError } from '@/entities/session/effects'
import { session } from '@/entities/session/session'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { signIn, twoFactorStep } from '@/shared/copy/identity/auth'
import { toast } from '@/shared/ui/toast/toast'
import { AuthCard } from './auth-card'
import { CodeForm } from './code-form'

export function TwoFactorCard() {
  const [recovery, setRecovery] = useState(false)

  const verify = async (code: string) => {
    const answer = await session.submitCode(code)
    if (answer.kind === 'wrongCode') return answer.text ?? twoFactorStep.wrongCode
    toast.success(signIn.welcome(answer.user.name), TOASTS.success)
    return null
  }

  const fail = (error: unknown) => {
    if (!(error instanceof NoCredentialsError))
      return errorMessageOf(error, twoFactorStep.wrongCode) ?? signIn.unexpected
    session.abandonCode()
    toast.error(twoFactorStep.completionFailed, TOASTS.other)
    return null
  }

  return (
    <AuthCard
      title={twoFactorStep.title}
      subtitle={recovery ? twoFactorStep.recoveryIntro : twoFactorStep.intro}
    >
      <CodeForm
        recovery={recovery}
        onRecoveryChange={setRecovery}
        submitLabel={twoFactorStep.submit}
        pendingLabel={twoFactorStep.pending}
        backLabel={twoFactorStep.back}
        onBack={session.abandonCode}
        onCode={verify}
        onFailure={fail}
      />
    </AuthCard>
  )
}
