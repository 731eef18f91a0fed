// Notifications of an account that has none. Back goes one step in history.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { useBack } from '@/pages/use-back'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function NotificationsPage() {
  const back = useBack()
  return (
    <EmptyScreen
      title={screens.notifications}
      empty={empty.notifications}
      to={PATHS.settings}
      hash="notifications"
      onBack={back}
    />
  )
}
