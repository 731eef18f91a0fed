// The shortcuts at the top of Finances: some link to a screen, some open a dialog.
import { Link } from '@tanstack/react-router'
import { Bell, CircleQuestionMark, CreditCard, Download, Flag, SlidersHorizontal } from 'lucide-react'
import { PATHS } from '@/shared/config/paths'
import { finances as copy } from '@/shared/copy/money/finances'

export type QuickDialog = 'goals' | 'export' | 'help'

const ACTIONS = [
  { name: copy.addCard, icon: CreditCard, to: PATHS.cards },
  { name: copy.setGoal, icon: Flag, opens: 'goals' },
  { name: copy.exportData, icon: Download, opens: 'export' },
  { name: copy.notifications, icon: Bell, to: PATHS.notifications },
  { name: copy.settings, icon: SlidersHorizontal, to: PATHS.settings },
  { name: copy.help, icon: CircleQuestionMark, opens: 'help' },
] as const

const actionClass =
  'flex max-sm:flex-col items-center justify-center gap-1 sm:gap-2 w-full h-[68px] sm:h-12 px-2 font-medium text-ink-2 max-sm:text-12 whitespace-nowrap hover:bg-surface-2 hover:text-ink focus-visible:-outline-offset-2'

export function QuickActions({ onOpen }: { onOpen: (dialog: QuickDialog) => void }) {
  return (
    <nav
      aria-label={copy.quickActions}
      className="overflow-hidden border border-edge rounded-panel bg-surface shadow-1 glass"
    >
      {/* Each cell has a left and top border, so that one pixel separates the actions however they wrap. */}
      <ul className="grid grid-cols-3 xl:grid-cols-6 -m-px [&>li]:border-l [&>li]:border-t [&>li]:border-line">
        {ACTIONS.map((action) => (
          <li key={action.name}>
            {'to' in action ? (
              <Link to={action.to} className={actionClass}>
                <action.icon aria-hidden />
                {action.name}
              </Link>
            ) : (
              <button type="button" onClick={() => onOpen(action.opens)} className={actionClass}>
                <action.icon aria-hidden />
                {action.name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
