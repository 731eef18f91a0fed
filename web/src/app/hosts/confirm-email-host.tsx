// Shows the line that asks to confirm an email address, if one is unconfirmed. Its code is loaded only then.
import { Suspense } from 'react'
import type { User } from '@/entities/user/user'
import { lazy } from '@/shared/lib/lazy'

const ConfirmEmailLine = lazy(async () => ({
  default: (await import('@/features/email/confirm-email-line')).ConfirmEmailLine,
}))

export function ConfirmEmailHost({ user }: { user: User }) {
  const waiting = user.pending_email ?? (user.email_confirmed ? null : user.email)
  if (waiting === null) return null
  return (
    <Suspense>
      <ConfirmEmailLine email={waiting} />
    </Suspense>
  )
}
