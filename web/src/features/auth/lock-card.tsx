// The lock screen's card, which hangs from the fourth staff line like a whole rest. It shows who was signed in and to
// which screen they will return; everything else needs the password.
import { LockKeyhole } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { LockedUser } from '@/entities/session/machine'
import { lock } from '@/shared/copy/identity/session'
import { Avatar } from '@/shared/ui/avatar'

const STAFF = [0, 1, 2, 3, 4]
/** The index of the fourth staff line; lines are counted from below. */
const FOURTH = 1

/** The staff moves up and closes in on low screens, so that the card below it stays in view. */
const staff = {
  '--first': 'clamp(24px, 16dvh, 145px)',
  '--gap-y': 'clamp(24px, 9dvh, 80px)',
} as CSSProperties

export function LockCard({ user, children }: { user: LockedUser; children: ReactNode }) {
  return (
    <main className="relative isolate min-h-dvh px-4 pb-8" style={staff}>
      <div aria-hidden className="absolute inset-0 -z-10 overflow-hidden">
        {STAFF.map((line) => (
          <i key={line} className="absolute inset-x-0 h-px bg-line-strong" style={{ top: lineTop(line) }} />
        ))}
      </div>
      <div style={{ paddingTop: lineTop(FOURTH) }}>
        <div className="mx-auto w-full max-w-[420px] overflow-hidden rounded-b-panel border border-t-0 border-edge bg-surface-strong glass shadow-2">
          <header className="flex items-center gap-3.5 px-8 py-6 max-sm:px-5 bg-stage text-stage-ink">
            <Avatar name={user.name} size="md" onStage />
            <div className="min-w-0">
              <h1 className="text-20 tracking-tight">{lock.title}</h1>
              <p className="truncate text-stage-ink-2">{user.name}</p>
            </div>
            <LockKeyhole aria-hidden className="ml-auto flex-none text-stage-mark" />
          </header>
          <div className="grid gap-5 px-8 pt-5 pb-8 max-sm:px-5">{children}</div>
        </div>
      </div>
    </main>
  )
}

function lineTop(line: number) {
  return `calc(var(--first) + ${line} * var(--gap-y))`
}
