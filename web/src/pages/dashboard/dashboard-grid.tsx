// The panels of the dashboard in a grid: one column on a phone, two on a desktop, three on a wide screen.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dashboard } from '@/entities/figures/figures'
import { TopClients } from '@/features/clients/top-clients'
import { CurrencyChoice } from '@/features/figures/currency-choice'
import { RevenuePanel } from '@/features/figures/revenue-panel'
import { GoalsGlance } from '@/features/goals/goals-glance'
import { LibrarySummary } from '@/features/library/library-summary'
import { RecentSales } from '@/features/sales/recent-sales'
import { WeekTotal } from '@/features/sales/week-total'
import { AccountsPanel } from '@/features/wallet/accounts-panel'
import { WalletPanel } from '@/features/wallet/wallet-panel'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { sales as saleCopy } from '@/shared/copy/sales'
import { screens } from '@/shared/copy/shell'
import { Button, buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'
import type { DashboardDialog } from './dashboard-dialogs'

type DashboardGridProps = {
  figures: Dashboard
  onCurrency: (currency: string) => void
  onOpen: (dialog: DashboardDialog) => void
}

export function DashboardGrid({ figures, onCurrency, onOpen }: DashboardGridProps) {
  const { currency, currencies, wallet, balances, library, goals, recent_sales, top_clients } = figures
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-12 gap-(--gap)">
      <RevenuePanel
        figures={figures}
        choice={<CurrencyChoice currency={currency} currencies={currencies} onChange={onCurrency} />}
        className="xl:col-span-8 wide:col-span-6"
      />
      <div className="grid md:max-xl:grid-cols-2 xl:grid-rows-[auto_1fr] gap-(--gap) xl:col-span-4 wide:col-span-3">
        <WalletPanel
          wallet={wallet}
          onMove={(kind) => onOpen({ view: 'move', kind })}
          pay={(content) => (
            <Link to={PATHS.clients} className={buttonClass()}>
              {content}
            </Link>
          )}
          aside={<PathLink path={PATHS.finances}>{screens.finances}</PathLink>}
        />
        <AccountsPanel accounts={balances} title={copy.balances} className="flex flex-col" />
      </div>
      <Panel
        solid
        padded={false}
        title={copy.recentSales}
        aside={
          <span className="flex items-center gap-3 -my-1.5">
            <PathLink path={PATHS.sales}>{screens.sales}</PathLink>
            <Button size="sm" onClick={() => onOpen({ view: 'sale' })}>
              {saleCopy.record}
            </Button>
          </span>
        }
        className="flex flex-col xl:col-span-8 wide:col-start-1 wide:col-span-7 wide:row-start-2"
      >
        {recent_sales.length > 0 ? (
          <>
            <RecentSales sales={recent_sales} />
            <WeekTotal currency={currency} />
          </>
        ) : (
          <EmptyState level={3} title={empty.sales.title} className="py-6!">
            {empty.sales.text}
          </EmptyState>
        )}
      </Panel>
      <Panel
        solid
        padded={false}
        title={copy.topClients}
        aside={<PathLink path={PATHS.clients}>{screens.clients}</PathLink>}
        className="flex flex-col xl:col-span-4 wide:col-start-10 wide:col-span-3 wide:row-start-1"
      >
        {top_clients.length > 0 ? (
          <TopClients label={copy.topClients} clients={top_clients} currency={currency} />
        ) : (
          <p className="px-(--pad) pb-6 text-ink-2">{copy.noClients}</p>
        )}
      </Panel>
      <Panel
        solid
        padded={false}
        title={copy.library}
        aside={<PathLink path={PATHS.library}>{screens.library}</PathLink>}
        className="flex flex-col xl:col-span-8 wide:col-start-8 wide:col-span-5 wide:row-start-2 wide:row-span-2"
      >
        {library.total > 0 ? (
          <LibrarySummary library={library} />
        ) : (
          <p className="px-(--pad) pb-6 text-ink-2">{copy.noMedia}</p>
        )}
      </Panel>
      <GoalsGlance
        goals={goals}
        onOpen={() => onOpen({ view: 'goals', tab: 'mine' })}
        onCreate={() => onOpen({ view: 'goals', tab: 'create' })}
        className="xl:col-span-4 wide:col-start-1 wide:col-span-7 wide:row-start-3"
      />
    </div>
  )
}

function PathLink({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Link to={path} className={panelLinkClass}>
      {children}
    </Link>
  )
}
