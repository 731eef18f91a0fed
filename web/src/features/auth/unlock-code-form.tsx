// The two-factor form of the lock screen, for accounts with two-factor authentication.
import { useState } from 'react'
import { NoCredentialsError } from '@/entities/session/effects'
import { session } from '@/entities/session/session'
import { TOASTS } from '@/shared/config/limits'
import { twoFactorStep } from '@/shared/copy/identity/auth'
import { lock } from '@/shared/copy/identity/session'
import { toast } from '@/shared/ui/toast/toast'
import { CodeForm } from './code-form'
import { unlockFailure } from './unlock-failure'

export function UnlockCodeForm() {
  const [recovery, setRecovery] = useState(false)

  const verify = async (code: string) => {
    const answer = await session.submitCode(code)
    if (answer.kind === 'wrongCode') return answer.text ?? lock.invalidCode
    toast.success(lock.restored, TOASTS.unlocked)
    return null
  }

  const fail = (error: unknown) => {
    const text = unlockFailure(error, lock.invalidCode)
    if (!(error instanceof NoCredentialsError)) return text
    toast.error(text, TOASTS.session)
    session.abandonCode()
    return null
  }

  return (
    <>
      <p className="text-ink-2">{recovery ? twoFactorStep.recoveryIntro : twoFactorStep.intro}</p>
      <CodeForm
        recovery={recovery}
        onRecoveryChange={setRecovery}
        submitLabel={lock.submitCode}
        pendingLabel={lock.codePending}
        backLabel={lock.back}
        onBack={session.abandonCode}
        onCode={verify}
        onFailure={fail}
        toastAt={TOASTS.session}
      />
    </>
  )
}
