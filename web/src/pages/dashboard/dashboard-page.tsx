// The dashboard of an account that is being set up: what is left to do, read from the account itself.
import { useUser } from '@/entities/session/use-session'
import { splitName } from '@/entities/user/user'
import { SetupChecklist } from '@/features/onboarding/setup-checklist'
import { dashboard } from '@/shared/copy/dashboard'
import { PageHeader } from '@/shared/ui/page-header'

export function DashboardPage() {
  const user = useUser()
  if (user === null) return null
  return (
    <>
      <PageHeader title={dashboard.title} subtitle={dashboard.greeting(splitName(user.name).firstName)} />
      <SetupChecklist user={user} />
    </>
  )
}
