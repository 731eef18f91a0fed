// The dashboard of an empty account: how to begin, and what is left to set up.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Music, ReceiptText, UserPlus, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { matchesQuery } from '@/entities/clients/queries'
import type { Dashboard } from '@/entities/figures/figures'
import type { User } from '@/entities/user/user'
import { SetupChecklist } from '@/features/onboarding/setup-checklist'
import { AccountsPanel } from '@/features/wallet/accounts-panel'
import { PATHS } from '@/shared/config/paths'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { finances } from '@/shared/copy/money/finances'
import { sales } from '@/shared/copy/sales'
import { Button, buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import type { DashboardDialog } from './dashboard-dialogs'

type FirstStepsProps = {
  user: User
  figures: Pick<Dashboard, 'wallet' | 'balances'>
  upload: ReactNode
  onOpen: (dialog: DashboardDialog) => void
}

export function FirstSteps({ user, figures: { wallet, balances }, upload, onOpen }: FirstStepsProps) {
  const { data: clients } = useQuery(matchesQuery(''))
  const accounts = [{ ...wallet, kind: 'wallet', name: finances.wallet }, ...balances]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] items-start gap-(--gap)">
      <div className="grid gap-(--gap)">
        <Panel solid padded={false}>
          <EmptyState title={copy.firstTitle} className="pb-8!">
            {copy.firstText}
          </EmptyState>
          <ul>
            <Step icon={<Music aria-hidden />} text={copy.first.upload} action={upload} isDone={false} />
            <Step
              icon={<UserPlus aria-hidden />}
              text={copy.first.client}
              isDone={clients !== undefined && clients.length > 0}
              action={
                <Link to={PATHS.clients} className={buttonClass()}>
                  {copy.first.client.action}
                </Link>
              }
            />
            <Step
              icon={<ReceiptText aria-hidden />}
              text={copy.first.sale}
              isDone={false}
              action={<Button onClick={() => onOpen({ view: 'sale' })}>{sales.record}</Button>}
            />
            <Step
              icon={<Wallet aria-hidden />}
              text={copy.first.deposit}
              isDone={accounts.some(({ balance }) => balance !== 0)}
              action={
                <Button onClick={() => onOpen({ view: 'move', kind: 'deposit' })}>{finances.deposit}</Button>
              }
            />
          </ul>
        </Panel>
      </div>
      <div className="grid gap-(--gap)">
        <SetupChecklist user={user} />
        <AccountsPanel accounts={accounts} title={copy.balances} className="flex flex-col" />
      </div>
    </div>
  )
}

type StepProps = {
  icon: ReactNode
  text: { label: string; help: string }
  action: ReactNode
  isDone: boolean
}

function Step({ icon, text, action, isDone }: StepProps) {
  return (
    <li className="flex items-center gap-3 min-h-16 px-(--pad) py-3 border-t border-line">
      {isDone ? (
        <CircleCheck role="img" aria-label={copy.done} className="flex-none text-pos" />
      ) : (
        <span className="flex-none text-ink-3">{icon}</span>
      )}
      <div className="grow min-w-0">
        <p className="font-medium">{text.label}</p>
        <p className="text-12 text-ink-3">{text.help}</p>
      </div>
      {isDone ? null : action}
    </li>
  )
}
