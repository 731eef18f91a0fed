// Analytics of an account without sales, and the applications it has filed.
import { ApplicationsPanel } from '@/features/applications/applications-panel'
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function AnalyticsPage() {
  return (
    <>
      <EmptyScreen title={screens.analytics} empty={empty.analytics} to={PATHS.sales} />
      <ApplicationsPanel />
    </>
  )
}
