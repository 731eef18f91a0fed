// Clients of an account that has none.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function ClientsPage() {
  return <EmptyScreen title={screens.clients} empty={empty.clients} to={PATHS.profile} />
}
