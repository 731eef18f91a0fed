// The wallet at the top of Finances: its balance, this month's income and spending, its three actions, and below them
// the accounts beside it with the transfer between them. Different currencies are never added up.
import { ArrowDown, ArrowLeftRight, ArrowUp, ArrowUpRight, ChevronRight, Plus } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { MoveKind } from '@/entities/wallet/mutations'
import type { Account, Wallet } from '@/entities/wallet/queries'
import { finances as copy } from '@/shared/copy/money/finances'
import { cx } from '@/shared/lib/cx'
import { momentText } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { HeroMoney, isLongAmount } from '@/shared/ui/figures/hero-money'
import { Money } from '@/shared/ui/figures/money'
import { Stat } from '@/shared/ui/figures/stat'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

/** Income and spending of a month: completed transactions in the wallet's currency. */
export type Flow = { month: string; income: number; spending: number }

type WalletHeroProps = {
  wallet: Wallet
  /** The accounts beside the wallet. */
  accounts: readonly Account[]
  /** Undefined while it is loading. */
  flow?: Flow
  onMove: (kind: MoveKind) => void
  onTransfer: () => void
  /** Renders the link to paying a client around the given content. */
  pay: (content: ReactNode) => ReactElement
}

// One row in a wide panel; below that, or with long amounts, the figure, the sums and the buttons wrap.
const ROW =
  'grid gap-x-6 gap-y-4 px-(--pad) py-5 @min-[720px]:grid-cols-[minmax(0,1fr)_auto_auto] @min-[720px]:items-end'
const LONG_ROW = 'flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-(--pad) py-5'

export function WalletHero({ wallet, accounts, flow, onMove, onTransfer, pay }: WalletHeroProps) {
  const { balance, currency, lastUpdated } = wallet
  const isLong = [balance, flow?.income ?? 0, flow?.spending ?? 0].some((amount) =>
    isLongAmount(amount, currency),
  )
  return (
    <Panel padded={false} className="@container overflow-clip">
      <div className={isLong ? LONG_ROW : ROW}>
        <div className={cx('min-w-0', isLong && 'w-full')}>
          <Stat hero label={copy.wallet} value={<HeroMoney amount={balance} currency={currency} />} />
          <p className="num mt-0.5 text-12 text-ink-3">
            {copy.walletUpdated(currency, momentText(lastUpdated))}
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-6 gap-y-2 min-h-[38px]">
          {flow ? (
            <>
              <FlowFigure name={copy.moneyIn(flow.month)} amount={flow.income} currency={currency} />
              <FlowFigure name={copy.moneyOut(flow.month)} amount={-flow.spending} currency={currency} />
            </>
          ) : null}
        </dl>
        <div className="flex gap-2 max-sm:[&>*]:grow">
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
      <section
        aria-label={copy.accounts}
        className="grid @min-[560px]:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] border-t border-line"
      >
        <ul className="grid @min-[560px]:grid-cols-3">
          {accounts.map((account) => (
            <AccountFigure key={account.id} account={account} />
          ))}
        </ul>
        <button
          type="button"
          onClick={onTransfer}
          className="inline-flex items-center justify-center gap-2 min-h-12 border-line @min-[560px]:border-l @max-[559px]:border-t font-medium text-ink-2 hover:bg-surface-2 hover:text-ink focus-visible:-outline-offset-2"
        >
          <ArrowLeftRight aria-hidden className="size-[18px]" />
          {copy.transfer}
        </button>
      </section>
    </Panel>
  )
}

function AccountFigure({ account: { name, currency, balance } }: { account: Account }) {
  return (
    <li className="flex @max-[559px]:items-center justify-between @min-[560px]:flex-col gap-x-3 gap-y-0.5 min-w-0 px-(--pad) py-3.5 border-line @max-[559px]:border-t @max-[559px]:first:border-t-0 @min-[560px]:border-l @min-[560px]:first:border-l-0">
      <span className="min-w-0 truncate text-12 text-ink-2">{name}</span>
      <Money
        amount={balance}
        currency={currency}
        className={cx(
          'font-semibold tracking-figures',
          isLongAmount(balance, currency) ? 'text-12' : 'text-16',
        )}
      />
    </li>
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
        {/* Without a sign, because the name and the arrow show the direction. */}
        <Money amount={amount} currency={currency} sign="never" cents="plain" />
      </dd>
    </div>
  )
}

/** A loading skeleton with the shape of the wallet. */
export function WalletHeroSkeleton() {
  return (
    <Loading label={copy.wallet}>
      <Panel padded={false} className="@container">
        <div className={ROW}>
          <div>
            <Skeleton width={96} className="mt-1" />
            <Skeleton width={208} height={32} className="my-3.5" />
            <Skeleton width={168} height={10} className="mt-1" />
          </div>
          <Skeleton width={176} height={38} />
          <Skeleton width={296} height={36} className="rounded-control" />
        </div>
        <div className="grid @min-[560px]:grid-cols-4 border-t border-line">
          {[1, 2, 3, 4].map((account) => (
            <div
              key={account}
              className="flex @min-[560px]:flex-col justify-between gap-2.5 px-(--pad) py-4 @min-[560px]:h-[70px] @max-[559px]:h-[52px] border-line @min-[560px]:border-l first:border-l-0 @max-[559px]:border-t"
            >
              <Skeleton width={112} height={10} />
              <Skeleton width={88} height={16} />
            </div>
          ))}
        </div>
      </Panel>
    </Loading>
  )
}
