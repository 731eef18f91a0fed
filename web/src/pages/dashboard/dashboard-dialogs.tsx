// The dialogs of the dashboard: record a sale, move money, edit the goals.
import { useQuery } from '@tanstack/react-query'
import { cardsQuery } from '@/entities/cards/queries'
import type { MoveKind } from '@/entities/wallet/mutations'
import type { Wallet } from '@/entities/wallet/queries'
import { GoalsDialog, type GoalsTab } from '@/features/goals/goals-dialog'
import { MoveMoneyDialog } from '@/features/wallet/move-money-dialog'
import { SaleEditor } from '../sale-editor'

export type DashboardDialog =
  | { view: 'sale' }
  | { view: 'move'; kind: MoveKind }
  | { view: 'goals'; tab: GoalsTab }

type DashboardDialogsProps = { shown: DashboardDialog; open: boolean; onClose: () => void; wallet: Wallet }

export function DashboardDialogs({ shown, open, onClose, wallet }: DashboardDialogsProps) {
  if (shown.view === 'sale') return <SaleEditor open={open} onClose={onClose} />
  if (shown.view === 'goals') return <GoalsDialog open={open} onClose={onClose} startAt={shown.tab} />
  return <MoveMoney kind={shown.kind} wallet={wallet} open={open} onClose={onClose} />
}

type MoveMoneyProps = { kind: MoveKind; wallet: Wallet; open: boolean; onClose: () => void }

/** The form preselects a card, so it opens when the cards have loaded or failed to load. */
function MoveMoney(props: MoveMoneyProps) {
  const cards = useQuery(cardsQuery)
  if (cards.isPending) return null
  return <MoveMoneyDialog {...props} cards={cards.data ?? []} />
}
