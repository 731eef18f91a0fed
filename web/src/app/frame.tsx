// Connects the shell with the signed-in user, the sign-out and the help.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { notificationSummaryQuery } from '@/entities/notifications/queries'
import { session } from '@/entities/session/session'
import { useUser } from '@/entities/session/use-session'
import { useAvatarUrl } from '@/entities/user/queries'
import { specialtyOf } from '@/entities/user/user'
import { screenAt } from '@/shared/config/paths'
import { notFound } from '@/shared/copy/shell'
import { useTitle } from '@/shared/lib/use-title'
import { AwayBanner } from './away-banner'
import { ConfirmEmailHost } from './hosts/confirm-email-host'
import { HelpHost, useHelpKey } from './hosts/help-host'
import { RailHost } from './hosts/rail-host'
import { SampleHost } from './hosts/sample-host'
import { UnsavedHost } from './hosts/unsaved-host'
import { AppShell } from './shell/app-shell'
import { useCommands } from './use-commands'

export function Frame({ children }: { children: ReactNode }) {
  const user = useUser()
  const avatarUrl = useAvatarUrl(user)
  const path = useLocation({ select: (location) => location.pathname })
  const { data: notifications } = useQuery(notificationSummaryQuery)
  const client = useQueryClient()
  const searchAccount = useCallback(
    async (query: string) => (await import('./shell/search-account')).searchAccount(client, query),
    [client],
  )
  const [isHelpOpen, setHelpOpen] = useState(false)
  const openHelp = useCallback(() => setHelpOpen(true), [])
  useHelpKey(openHelp)
  const commands = useCommands()
  useTitle(screenAt(path) ?? notFound.title)
  if (user === null) return null
  return (
    <AppShell
      user={{ name: user.name, role: specialtyOf(user), avatarUrl, platformLinks: user.platform_links }}
      onSignOut={session.signOut}
      onHelp={openHelp}
      unread={notifications?.unread}
      searchAccount={searchAccount}
      onCommand={commands.run}
      railContent={<RailHost />}
    >
      <AwayBanner />
      <ConfirmEmailHost user={user} />
      <SampleHost path={path} />
      {children}
      <UnsavedHost />
      {commands.dialog}
      <HelpHost open={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </AppShell>
  )
}
