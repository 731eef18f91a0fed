// Finances: quick actions, the wallet, the first cards, the newest transactions, the goals and the accounts.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { cardsQuery } from '@/entities/cards/queries'
import { goalsQuery } from '@/entities/goals/queries'
import { recentTransactionsQuery, type Summary, summaryQuery } from '@/entities/transactions/queries'
import type { Transaction } from '@/entities/transactions/transaction'
import type { MoveKind } from '@/entities/wallet/mutations'
import { type Holdings, walletQuery } from '@/entities/wallet/queries'
import { CardsPanel } from '@/features/cards/cards-panel'
import type { GoalsTab } from '@/features/goals/goals-dialog'
import { GoalsPanel } from '@/features/goals/goals-panel'
import { DetailsDialog } from '@/features/transactions/details-dialog'
import { RecentTransactions } from '@/features/transactions/recent-transactions'
import { MoveMoneyDialog } from '@/features/wallet/move-money-dialog'
import { type Flow, WalletHero, WalletHeroSkeleton } from '@/features/wallet/wallet-hero'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { cards as cardCopy } from '@/shared/copy/money/cards'
import { finances as copy } from '@/shared/copy/money/finances'
import { goals as goalCopy } from '@/shared/copy/money/goals'
import { lazy } from '@/shared/lib/lazy'
import { monthOf } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button, buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonCard, SkeletonRows } from '@/shared/ui/skeleton'
import { panelLinkClass } from '@/shared/ui/text-link'
import { QuickActions } from './quick-actions'
import { type OpenQuickDialog, QuickDialogs } from './quick-dialogs'

// Loaded when a transfer is first recorded.
const TransferDialog = lazy(async () => ({
  default: (await import('@/features/wallet/transfer-dialog')).TransferDialog,
}))

type OpenMove = { kind: MoveKind | 'transfer'; isOpen: boolean; serial: number }

export function FinancesPage() {
  const wallet = useQuery(walletQuery)
  const recent = useQuery(recentTransactionsQuery)
  const [quick, setQuick] = useState<OpenQuickDialog | null>(null)
  const failed = [wallet, recent].find((query) => query.isError && query.data === undefined)

  const open = (dialog: OpenQuickDialog['dialog'], tab?: GoalsTab) =>
    setQuick((before) => ({ dialog, tab, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  return (
    <>
      <PageHeader title={copy.title} subtitle={copy.subtitle} />
      <QuickActions onOpen={open} />
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
          {errorMessageOf(failed.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {wallet.data && recent.data ? (
        <Money holdings={wallet.data} recent={recent.data} onGoals={(tab) => open('goals', tab)} />
      ) : null}
      {!failed && !(wallet.data && recent.data) ? <FinancesSkeleton /> : null}
      <QuickDialogs quick={quick} onClose={() => setQuick((now) => now && { ...now, isOpen: false })} />
    </>
  )
}

type MoneyProps = { holdings: Holdings; recent: Transaction[]; onGoals: (tab: GoalsTab) => void }

function Money({ holdings, recent, onGoals }: MoneyProps) {
  const { wallet, accounts } = holdings
  const navigate = useNavigate()
  const [move, setMove] = useState<OpenMove | null>(null)
  const [viewed, setViewed] = useState<{ transaction: Transaction; isOpen: boolean } | null>(null)
  const month = monthOf()
  const { data: summary } = useQuery(summaryQuery({ from: month.from, to: month.to }))
  const cards = useQuery(cardsQuery)
  const goals = useQuery(goalsQuery)

  const openMove = (kind: OpenMove['kind']) =>
    setMove((before) => ({ kind, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  return (
    <>
      <WalletHero
        wallet={wallet}
        accounts={accounts.filter(({ kind }) => kind !== 'wallet')}
        flow={summary && flowOf(summary, wallet.currency, month.name)}
        onMove={openMove}
        onTransfer={() => openMove('transfer')}
        pay={(content) => (
          <Link to={PATHS.clients} className={buttonClass()}>
            {content}
          </Link>
        )}
      />
      <div className={columns}>
        <CardsPanel
          cards={cards.data}
          failure={failureOf(cards, cardCopy.loadFailed)}
          onRetry={() => cards.refetch()}
          viewAll={(content) => (
            <Link to={PATHS.cards} className={panelLinkClass}>
              {content}
            </Link>
          )}
          add={
            <Link to={PATHS.cards} className={buttonClass()}>
              {copy.addCard}
            </Link>
          }
          className="xl:col-span-5 wide:col-span-1"
        />
        <Panel
          solid
          padded={false}
          title={copy.recentTransactions}
          aside={
            <Link to={PATHS.transactions} className={panelLinkClass}>
              {copy.viewAll}
            </Link>
          }
          className="flex flex-col xl:col-span-7 wide:col-span-1"
        >
          {recent.length > 0 ? (
            <div className="grow grid">
              <RecentTransactions
                label={copy.recentTransactions}
                transactions={recent}
                onView={(transaction) => setViewed({ transaction, isOpen: true })}
              />
            </div>
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
      <GoalsPanel
        goals={goals.data}
        failure={failureOf(goals, goalCopy.loadFailed)}
        onRetry={() => goals.refetch()}
        onOpen={() => onGoals('mine')}
        onCreate={() => onGoals('create')}
      />
      {move?.kind === 'transfer' ? (
        <Suspense>
          <TransferDialog
            key={move.serial}
            accounts={accounts}
            open={move.isOpen}
            onClose={() => setMove({ ...move, isOpen: false })}
          />
        </Suspense>
      ) : null}
      {/* The form preselects a card, so it opens when the cards have loaded or failed to load. */}
      {move && move.kind !== 'transfer' && !cards.isPending ? (
        <MoveMoneyDialog
          key={move.serial}
          kind={move.kind}
          wallet={wallet}
          cards={cards.data ?? []}
          open={move.isOpen}
          onClose={() => setMove({ ...move, isOpen: false })}
        />
      ) : null}
      {viewed ? (
        <DetailsDialog
          transaction={viewed.transaction}
          accounts={accounts}
          onViewSale={(sale) => navigate({ to: PATHS.sales, search: { sale } })}
          open={viewed.isOpen}
          onClose={() => setViewed({ ...viewed, isOpen: false })}
        />
      ) : null}
    </>
  )
}

const columns = 'grid xl:grid-cols-12 wide:grid-cols-[400px_minmax(0,1fr)] gap-(--gap)'

/** Returns the message for a query that failed without data. A failed refetch keeps the earlier data on screen. */
function failureOf({ isError, error }: UseQueryResult, fallback: string): string | null {
  return isError ? (errorMessageOf(error, fallback) ?? fallback) : null
}

function flowOf({ by_currency }: Summary, currency: string, month: string): Flow {
  const figures = by_currency.find((one) => one.currency === currency)
  return { month, income: figures?.income ?? 0, spending: figures?.spending ?? 0 }
}

/** A loading skeleton with the shape of the loaded screen. */
function FinancesSkeleton() {
  return (
    <>
      <WalletHeroSkeleton />
      <Loading label={copy.recentTransactions} className={columns}>
        <Panel title={copy.paymentCards} className="xl:col-span-5 wide:col-span-1">
          <div className="grid gap-3">
            <SkeletonCard />
            <SkeletonCard />
          </div>
        </Panel>
        <Panel solid padded={false} title={copy.recentTransactions} className="xl:col-span-7 wide:col-span-1">
          <div className="h-9" />
          <SkeletonRows widths={[180, 140, 200, 160, 190]} className="h-[68px]" />
        </Panel>
      </Loading>
    </>
  )
}
