// One row of the sidebar: a screen, a platform or a setting. The current screen's row is marked with a note head at
// the edge.
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export function navRowClass(current = false): string {
  return cx(
    'relative flex items-center gap-3 w-full h-10 px-3 rounded-control font-medium text-left text-ink-2 hover:bg-surface-3 hover:text-ink [&>.lucide]:text-ink-3',
    current &&
      'nav-row-current bg-surface text-ink font-semibold shadow-[inset_0_0_0_1px_var(--line)] hover:bg-surface [&>.lucide]:text-accent-text',
  )
}

export function NavRowContent({
  icon,
  children,
  end,
}: {
  icon: ReactNode
  children: ReactNode
  end?: ReactNode
}) {
  return (
    <>
      {icon}
      <span className="truncate">{children}</span>
      {end ? <span className="ml-auto text-12 font-regular text-ink-3 whitespace-nowrap">{end}</span> : null}
    </>
  )
}
