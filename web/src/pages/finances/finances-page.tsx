// Finances of an account without movements.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function FinancesPage() {
  return <EmptyScreen title={screens.finances} empty={empty.finances} to={PATHS.settings} hash="payment" />
}
