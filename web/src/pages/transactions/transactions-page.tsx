// The transaction history of an account without transactions. Back leads to Finances and says so.
import { useNavigate } from '@tanstack/react-router'
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'
import { transactions } from '@/shared/copy/transactions'
import { toast } from '@/shared/ui/toast/toast'

export function TransactionsPage() {
  const navigate = useNavigate()
  const back = () => {
    toast.info(transactions.returning, TOASTS.success)
    navigate({ to: PATHS.finances })
  }
  return (
    <EmptyScreen title={screens.transactions} empty={empty.transactions} to={PATHS.finances} onBack={back} />
  )
}
