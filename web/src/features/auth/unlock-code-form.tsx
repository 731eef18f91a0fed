// The code that unlocking asks for if the account has two-factor authentication.
import { NoCredentialsError } from '@/entities/session/effects'
import { session } from '@/entities/session/session'
import { TOASTS } from '@/shared/config/limits'
import { lock } from '@/shared/copy/identity/session'
import { toast } from '@/shared/ui/toast/toast'
import { CodeForm } from './code-form'
import { unlockFailure } from './unlock-failure'

export function UnlockCodeForm() {
  const verify = async (code: string) => {
    const answer = await session.submitCode(code)
    if (answer.kind === 'wrongCode') toast.error(answer.text ?? lock.invalidCode, TOASTS.session)
    else toast.success(lock.restored, TOASTS.unlocked)
    return answer.kind === 'signedIn'
  }

  const fail = (error: unknown) => {
    toast.error(unlockFailure(error, lock.invalidCode), TOASTS.session)
    if (error instanceof NoCredentialsError) session.abandonCode()
  }

  return (
    <CodeForm
      submitLabel={lock.submitCode}
      pendingLabel={lock.codePending}
      backLabel={lock.back}
      onBack={session.abandonCode}
      onCode={verify}
      onFailure={fail}
    />
  )
}
