// The layout of every screen before the app: staff lines across the page and a card in the middle.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { LogoMark } from '@/shared/ui/logo'

const STAFF = [-2, -1, 0, 1, 2]

type AuthCardProps = {
  children: ReactNode
  /** 520 pixels wide instead of 420. */
  wide?: boolean
  title: string
  subtitle: string
}

export function AuthCard({ children, wide = false, title, subtitle }: AuthCardProps) {
  return (
    <main className="relative isolate grid place-items-center min-h-dvh px-4 py-8">
      <div aria-hidden className="fixed inset-0 -z-10 overflow-hidden">
        {STAFF.map((line) => (
          <i
            key={line}
            className="absolute inset-x-0 h-px bg-line-strong"
            style={{ top: `calc(50% + ${line * 100}px)` }}
          />
        ))}
      </div>
      <div
        className={cx(
          'grid gap-5 w-full p-8 max-sm:p-5 bg-surface-strong glass border border-edge rounded-panel shadow-2',
          wide ? 'max-w-[520px]' : 'max-w-[420px]',
        )}
      >
        <header className="flex items-center gap-3.5">
          <LogoMark size={40} />
          <div className="min-w-0">
            <h1 className="text-20 tracking-tight">{title}</h1>
            <p className="text-ink-2">{subtitle}</p>
          </div>
        </header>
        {children}
      </div>
    </main>
  )
}
