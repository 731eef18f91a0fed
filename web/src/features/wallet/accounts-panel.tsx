// The accounts beside the wallet, one per currency. Different currencies are never added up, so there is no total.
import type { Account } from '@/entities/wallet/queries'
import { finances as copy } from '@/shared/copy/money/finances'
import { moneyParts } from '@/shared/lib/money/money'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'

type AccountsPanelProps = { accounts: readonly Account[]; title?: string; className?: string }

export function AccountsPanel({ accounts, title = copy.accounts, className }: AccountsPanelProps) {
  return (
    <Panel solid padded={false} title={title} className={className}>
      <ul className="grow flex flex-col">
        {accounts.map(({ id, name, currency, balance }) => (
          <li
            key={id}
            className="grow flex items-center gap-3 min-h-[68px] px-(--pad) py-2 border-t border-line"
          >
            <span
              aria-hidden
              className="num grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-16 font-medium text-ink-2"
            >
              {moneyParts(0, currency).symbol.trim()}
            </span>
            <span className="min-w-0 mr-auto">
              <span className="block font-medium break-words">{name}</span>
              <span className="block text-12 text-ink-3">{currency}</span>
            </span>
            <Money amount={balance} currency={currency} className="text-16 font-medium" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
