// The media library of an account without media.
import { EmptyScreen } from '@/features/onboarding/empty-screen'
import { PATHS } from '@/shared/config/paths'
import { empty } from '@/shared/copy/empty'
import { screens } from '@/shared/copy/shell'

export function LibraryPage() {
  return <EmptyScreen title={screens.library} empty={empty.library} to={PATHS.dashboard} />
}
