// Finances: quick actions, the wallet, the accounts beside it, and the newest transactions.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { recentTransactionsQuery, type Summary, summaryQuery } from '@/entities/transactions/queries'
import type { Transaction } from '@/entities/transactions/transaction'
import type { MoveKind } from '@/entities/wallet/mutations'
import { type Holdings, walletQuery } from '@/entities/wallet/queries'
import { DetailsDialog } from '@/features/transactions/details-dialog'
import { RecentTransactions } from '@/features/transactions/recent-transactions'
import { AccountsPanel } from '@/features/wallet/accounts-panel'
import { MoveMoneyDialog } from '@/features/wallet/move-money-dialog'
import { type Flow, WalletHero } from '@/features/wallet/wallet-hero'
import { answeredText } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { finances as copy } from '@/shared/copy/finances'
import { monthOf } from '@/shared/lib/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button, buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { textLinkClass } from '@/shared/ui/text-link'
import { QuickActions } from './quick-actions'

export function FinancesPage() {
  const wallet = useQuery(walletQuery)
  const recent = useQuery(recentTransactionsQuery)
  const failed = [wallet, recent].find((query) => query.isError && query.data === undefined)
  return (
    <>
      <PageHeader title={copy.title} subtitle={copy.subtitle} />
      <QuickActions />
      {failed ? (
        <Banner
          tone="error"
          action={
            <Button
              onClick={() => {
                wallet.refetch()
                recent.refetch()
              }}
            >
              {copy.retry}
            </Button>
          }
        >
          {answeredText(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {wallet.data && recent.data ? <Money holdings={wallet.data} recent={recent.data} /> : null}
      {!failed && !(wallet.data && recent.data) ? <Waiting /> : null}
    </>
  )
}

function Money({ holdings, recent }: { holdings: Holdings; recent: Transaction[] }) {
  const { wallet, accounts } = holdings
  const [move, setMove] = useState<{ kind: MoveKind; isOpen: boolean; serial: number } | null>(null)
  const [viewed, setViewed] = useState<{ transaction: Transaction; isOpen: boolean } | null>(null)
  const month = monthOf()
  const { data: summary } = useQuery(summaryQuery({ from: month.from, to: month.to }))

  const openMove = (kind: MoveKind) =>
    setMove((before) => ({ kind, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  return (
    <>
      <WalletHero
        wallet={wallet}
        flow={summary && flowOf(summary, wallet.currency, month.name)}
        onMove={openMove}
        pay={(content) => (
          <Link to={PATHS.clients} className={buttonClass()}>
            {content}
          </Link>
        )}
      />
      <div className="grid xl:grid-cols-12 wide:grid-cols-[380px_minmax(0,1fr)] gap-(--gap)">
        <AccountsPanel
          accounts={accounts.filter(({ kind }) => kind !== 'wallet')}
          className="flex flex-col xl:col-span-5 wide:col-span-1"
        />
        <Panel
          solid
          padded={false}
          title={copy.recentTransactions}
          aside={
            <Link to={PATHS.transactions} className={`text-12 ${textLinkClass}`}>
              {copy.viewAll}
            </Link>
          }
          className="xl:col-span-7 wide:col-span-1"
        >
          {recent.length > 0 ? (
            <RecentTransactions
              label={copy.recentTransactions}
              transactions={recent}
              onView={(transaction) => setViewed({ transaction, isOpen: true })}
            />
          ) : (
            <EmptyState
              level={3}
              title={empty.finances.title}
              action={<Button onClick={() => openMove('deposit')}>{empty.finances.action}</Button>}
            >
              {empty.finances.text}
            </EmptyState>
          )}
        </Panel>
      </div>
      {move ? (
        <MoveMoneyDialog
          key={move.serial}
          kind={move.kind}
          wallet={wallet}
          open={move.isOpen}
          onClose={() => setMove({ ...move, isOpen: false })}
        />
      ) : null}
      {viewed ? (
        <DetailsDialog
          transaction={viewed.transaction}
          accountName={accounts.find(({ id }) => id === viewed.transaction.account_id)?.name}
          open={viewed.isOpen}
          onClose={() => setViewed({ ...viewed, isOpen: false })}
        />
      ) : null}
    </>
  )
}

function flowOf({ by_currency }: Summary, currency: string, month: string): Flow {
  const figures = by_currency.find((one) => one.currency === currency)
  return { month, income: figures?.income ?? 0, spending: figures?.spending ?? 0 }
}

/** As high as what is coming. */
function Waiting() {
  return (
    <Loading label={copy.title} className="grid gap-(--gap)">
      <Skeleton height={130} className="rounded-panel" />
      <div className="grid xl:grid-cols-12 gap-(--gap)">
        <Skeleton height={400} className="rounded-panel xl:col-span-5" />
        <Skeleton height={400} className="rounded-panel xl:col-span-7" />
      </div>
    </Loading>
  )
}
