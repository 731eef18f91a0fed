// Payment cards of an account that has none.
import { useNavigate } from '@tanstack/react-router'
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function CardsPage() {
  const navigate = useNavigate()
  return (
    <EmptyScreen
      title={screens.cards}
      empty={empty.cards}
      to={PATHS.settings}
      hash="payment"
      onBack={() => navigate({ to: PATHS.finances })}
    />
  )
}
