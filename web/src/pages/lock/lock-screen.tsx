// The lock screen: who was signed in, why it locked, the form to unlock, and the screen that follows.
import type { LockedRecord, LockStep } from '@/entities/session/machine'
import { session } from '@/entities/session/session'
import { LockCard } from '@/features/auth/lock-card'
import { UnlockCodeForm } from '@/features/auth/unlock-code-form'
import { UnlockForm } from '@/features/auth/unlock-form'
import { screenAt } from '@/shared/config/paths'
import { lock } from '@/shared/copy/identity/session'
import { textLinkClass } from '@/shared/ui/text-link'

export function LockScreen({ record, step }: { record: LockedRecord; step: LockStep }) {
  const screen = screenAt(record.path)
  return (
    <LockCard user={record.user}>
      {step.name === 'code' ? (
        <UnlockCodeForm />
      ) : (
        <>
          <p className="text-ink-2">
            {lock.reasonLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </p>
          <UnlockForm record={record} />
        </>
      )}
      <div className="grid justify-items-center gap-2 text-center text-12 text-ink-3">
        {screen ? <p>{lock.returnTo(screen)}</p> : null}
        <button type="button" className={textLinkClass} onClick={session.leaveLock}>
          {lock.otherAccount}
        </button>
      </div>
    </LockCard>
  )
}
