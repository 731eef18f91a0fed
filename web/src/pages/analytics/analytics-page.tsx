// Analytics of an account without sales.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function AnalyticsPage() {
  return <EmptyScreen title={screens.analytics} empty={empty.analytics} to={PATHS.sales} />
}
