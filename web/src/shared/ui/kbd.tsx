// A keyboard key in a text.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cx(
        'inline-block min-w-5 h-5 px-1 border border-line-strong rounded-small bg-surface-solid text-12 leading-[18px] font-sans font-medium text-ink-3 text-center',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
