// The wallet at the top of Finances: its balance, this month's income and spending, and its three actions.
import { ArrowDown, ArrowUp, ArrowUpRight, ChevronRight, Plus } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { MoveKind } from '@/entities/wallet/mutations'
import type { Wallet } from '@/entities/wallet/queries'
import { finances as copy } from '@/shared/copy/finances'
import { momentText } from '@/shared/lib/calendar'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { Money } from '@/shared/ui/figures/money'
import { Stat } from '@/shared/ui/figures/stat'
import { Panel } from '@/shared/ui/panel'

/** Income and spending of a month: completed transactions in the wallet's currency. */
export type Flow = { month: string; income: number; spending: number }

type WalletHeroProps = {
  wallet: Wallet
  /** Undefined while it is loading. */
  flow?: Flow
  onMove: (kind: MoveKind) => void
  /** Renders the link to paying a client around the given content. */
  pay: (content: ReactNode) => ReactElement
}

export function WalletHero({ wallet, flow, onMove, pay }: WalletHeroProps) {
  const { balance, currency, lastUpdated } = wallet
  return (
    <Panel>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-5">
        <div className="grow min-w-0">
          <Stat
            hero
            label={copy.wallet}
            value={<Money amount={balance} currency={currency} cents="small" />}
          />
          <p className="num mt-0.5 text-12 text-ink-3">
            {copy.walletUpdated(currency, momentText(lastUpdated))}
          </p>
        </div>
        {flow ? (
          <dl className="flex flex-wrap gap-x-5 gap-y-2 max-sm:w-full">
            <FlowFigure name={copy.moneyIn(currency, flow.month)} amount={flow.income} currency={currency} />
            <FlowFigure
              name={copy.moneyOut(currency, flow.month)}
              amount={-flow.spending}
              currency={currency}
            />
          </dl>
        ) : null}
        <div className="flex gap-2 max-sm:w-full max-sm:[&>*]:grow">
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => onMove('deposit')}>
            {copy.deposit}
          </Button>
          <Button icon={<ArrowUpRight aria-hidden />} onClick={() => onMove('withdraw')}>
            {copy.withdraw}
          </Button>
          {pay(
            <>
              <ChevronRight aria-hidden />
              {copy.pay}
            </>,
          )}
        </div>
      </div>
    </Panel>
  )
}

function FlowFigure({ name, amount, currency }: { name: string; amount: number; currency: string }) {
  const Arrow = amount > 0 ? ArrowUp : ArrowDown
  return (
    <div>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd
        className={cx('flex items-center gap-0.5 mt-0.5 font-medium', amount > 0 ? 'text-pos' : 'text-ink-2')}
      >
        {amount === 0 ? null : <Arrow aria-hidden className="size-3.5 stroke-2" />}
        <Money amount={amount} currency={currency} sign="always" cents="plain" />
      </dd>
    </div>
  )
}
