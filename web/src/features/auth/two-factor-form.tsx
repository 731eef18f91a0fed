// The second step of a sign-in.
import { NoCredentialsError } from '@/entities/session/effects'
import { session } from '@/entities/session/session'
import { answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { signIn, twoFactorStep } from '@/shared/copy/identity/auth'
import { toast } from '@/shared/ui/toast/toast'
import { CodeForm } from './code-form'

export function TwoFactorForm() {
  const verify = async (code: string) => {
    const answer = await session.submitCode(code)
    if (answer.kind === 'wrongCode') toast.error(answer.text ?? twoFactorStep.wrongCode, TOASTS.other)
    else toast.success(signIn.welcome(answer.user.name), TOASTS.success)
    return answer.kind === 'signedIn'
  }

  const fail = (error: unknown) => {
    if (error instanceof NoCredentialsError) {
      session.abandonCode()
      toast.error(twoFactorStep.completionFailed, TOASTS.other)
    } else {
      toast.error(answeredText(error, twoFactorStep.wrongCode) ?? signIn.unexpected, TOASTS.other)
    }
  }

  return (
    <CodeForm
      submitLabel={twoFactorStep.submit}
      pendingLabel={twoFactorStep.pending}
      backLabel={twoFactorStep.back}
      onBack={session.abandonCode}
      onCode={verify}
      onFailure={fail}
    />
  )
}
