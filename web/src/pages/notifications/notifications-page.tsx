// Notifications of an account that has none. Back goes one step in history.
import { useRouter } from '@tanstack/react-router'
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function NotificationsPage() {
  const router = useRouter()
  return (
    <EmptyScreen
      title={screens.notifications}
      empty={empty.notifications}
      to={PATHS.settings}
      hash="notifications"
      onBack={() => router.history.back()}
    />
  )
}
