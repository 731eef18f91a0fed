// The row of shortcuts at the top of Finances.
import { Link } from '@tanstack/react-router'
import { Bell, CreditCard, SlidersHorizontal } from 'lucide-react'
import { PATHS } from '@/shared/config/paths'
import { finances as copy } from '@/shared/copy/finances'

const ACTIONS = [
  { name: copy.addCard, to: PATHS.cards, icon: CreditCard },
  { name: copy.notifications, to: PATHS.notifications, icon: Bell },
  { name: copy.settings, to: PATHS.settings, icon: SlidersHorizontal },
] as const

export function QuickActions() {
  return (
    <nav
      aria-label={copy.quickActions}
      className="grid grid-cols-3 overflow-hidden border border-edge rounded-panel bg-surface shadow-1 glass"
    >
      {ACTIONS.map(({ name, to, icon: Icon }) => (
        <Link
          key={name}
          to={to}
          className="flex max-sm:flex-col items-center justify-center gap-1 sm:gap-2 h-[68px] sm:h-12 px-2 font-medium text-ink-2 max-sm:text-12 whitespace-nowrap border-l border-line first:border-l-0 hover:bg-surface-2 hover:text-ink focus-visible:-outline-offset-2 first:rounded-l-panel last:rounded-r-panel"
        >
          <Icon aria-hidden />
          {name}
        </Link>
      ))}
    </nav>
  )
}
