// The setup steps that an account has not done, computed from its data.
import type { Settings } from '@/entities/settings/queries'
import type { User } from '@/entities/user/user'
import { PATHS } from '@/shared/config/paths'
import type { dashboard } from '@/shared/copy/figures/dashboard'

export type SetupStep = {
  key: keyof typeof dashboard.steps
  done: boolean
  to: string
  hash?: string
}

export function setupSteps(user: User, settings: Pick<Settings, 'two_factor_auth'> | undefined): SetupStep[] {
  const { spotify, soundcloud, youtube } = user.platform_links
  return [
    {
      key: 'profile',
      done: Boolean(user.phone && user.location && user.bio),
      to: PATHS.profile,
      hash: 'edit',
    },
    { key: 'photo', done: Boolean(user.avatar), to: PATHS.profile },
    {
      key: 'platforms',
      done: Boolean(spotify || soundcloud || youtube),
      to: PATHS.profile,
      hash: 'platform-spotify',
    },
    { key: 'twoFactor', done: settings?.two_factor_auth === true, to: PATHS.settings, hash: 'security' },
  ]
}
