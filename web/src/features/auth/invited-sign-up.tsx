// Sign-up by an invitation: the token is checked first, and the form is filled with the invited email address.
import { useCallback, useEffect, useState } from 'react'
import { checkInvitation, type Invitation } from '@/entities/user/invitations'
import { ApiError } from '@/shared/api/error'
import { invitation as copy } from '@/shared/copy/identity/auth'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { SignUpForm } from './sign-up-form'

type Step = 'checking' | 'unreachable' | 'spent' | Invitation

export function InvitedSignUp({ token }: { token: string }) {
  const [step, setStep] = useState<Step>('checking')
  const check = useCallback(() => {
    setStep('checking')
    checkInvitation(token).then(setStep, (error: unknown) =>
      setStep(error instanceof ApiError && error.status === 400 ? 'spent' : 'unreachable'),
    )
  }, [token])
  useEffect(check, [check])

  switch (step) {
    case 'checking':
      return (
        <p role="status" className="text-ink-2">
          {copy.checking}
        </p>
      )
    case 'unreachable':
      return (
        <Banner tone="error" action={<Button onClick={check}>{copy.retry}</Button>}>
          {copy.unreachable}
        </Banner>
      )
    case 'spent':
      return <Banner tone="warning">{copy.spent}</Banner>
    default:
      return <SignUpForm invitation={step} />
  }
}
