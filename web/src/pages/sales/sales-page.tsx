// Sales of an account that has sold nothing yet.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function SalesPage() {
  return <EmptyScreen title={screens.sales} empty={empty.sales} to={PATHS.settings} hash="notifications" />
}
