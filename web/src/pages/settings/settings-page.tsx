// Account settings: seven sections in two columns, one below 1600 pixels, and the dialogs they open.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { securitySummaryQuery } from '@/entities/security/queries'
import { session } from '@/entities/session/session'
import { useUser } from '@/entities/session/use-session'
import { type Settings, settingsQuery } from '@/entities/settings/queries'
import { useAvatarUrl } from '@/entities/user/queries'
import { specialtyOf, type User } from '@/entities/user/user'
import { ArchiveDialog } from '@/features/account/archive-dialog'
import { SetPinDialog } from '@/features/cards/set-pin-dialog'
import { PasskeysDialog } from '@/features/passkeys/passkeys-dialog'
import { ChangePasswordDialog } from '@/features/password/change-password-dialog'
import type { Advice } from '@/features/security/advice'
import { DisableTwoFactorDialog } from '@/features/security/disable-two-factor-dialog'
import { SecurityReviewDialog } from '@/features/security/security-review-dialog'
import { SessionsDialog } from '@/features/security/sessions-dialog'
import { SetUpTwoFactorDialog } from '@/features/security/set-up-two-factor-dialog'
import { AppearanceSettings } from '@/features/settings/appearance-settings'
import { NotificationSettings } from '@/features/settings/notification-settings'
import { PaymentSettings } from '@/features/settings/payment-settings'
import { PrivacySettings } from '@/features/settings/privacy-settings'
import { SectionLinks } from '@/features/settings/section-links'
import { SecuritySettings } from '@/features/settings/security-settings'
import { useChangeSetting } from '@/features/settings/use-change-setting'
import { DeleteAccount } from '@/pages/settings/delete-account'
import { useBack } from '@/pages/use-back'
import { SESSION } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { settings as copy } from '@/shared/copy/settings/settings'
import { Avatar } from '@/shared/ui/avatar'
import { Banner } from '@/shared/ui/banner'
import { Button, buttonClass } from '@/shared/ui/button'
import { SettingList, SettingRow } from '@/shared/ui/lists/setting-row'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

/** The anchor that messages link to. */
const ARCHIVES = 'archives'

type OpenDialog =
  | 'password'
  | 'setUp'
  | 'disable'
  | 'passkeys'
  | 'sessions'
  | 'review'
  | 'pin'
  | 'archive'
  | 'deletion'
  | null

export function SettingsPage() {
  const back = useBack()
  const user = useUser()
  const { data: settings, isError, refetch } = useQuery(settingsQuery)
  if (user === null) return null
  return (
    <>
      <PageHeader title={copy.title} onBack={back} />
      {settings ? <Sections user={user} settings={settings} /> : null}
      {isError && !settings ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
          {copy.loadFailed}
        </Banner>
      ) : null}
      {!settings && !isError ? <SettingsSkeleton /> : null}
    </>
  )
}

function Sections({ user, settings }: { user: User; settings: Settings }) {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [isPinSet, setPinSet] = useState(false)
  const close = () => setDialog(null)
  const setPin = (isSet: boolean) => {
    // Stores the value at opening, so that the dialog's text does not change while it closes.
    setPinSet(isSet)
    setDialog('pin')
  }
  const follow = useFollowAdvice(settings, setDialog)
  useScrollToHash()
  useOpenArchivesFromLink(() => setDialog('archive'))
  return (
    <>
      <SectionLinks />
      <div className="grid wide:grid-cols-2 gap-(--gap)">
        <ProfilePanel user={user} />
        <Panel solid id="password" title={copy.sections.password}>
          <SettingList>
            <SettingRow {...copy.password}>
              <Button onClick={() => setDialog('password')}>{copy.changePassword}</Button>
            </SettingRow>
          </SettingList>
        </Panel>
        <SecuritySettings
          settings={settings}
          onSetUpTwoFactor={() => setDialog('setUp')}
          onDisableTwoFactor={() => setDialog('disable')}
          onManagePasskeys={() => setDialog('passkeys')}
          onManageSessions={() => setDialog('sessions')}
          onReview={() => setDialog('review')}
        />
        <PaymentSettings settings={settings} onSetPin={setPin} />
        <NotificationSettings settings={settings} email={user.email} />
        <div className="wide:row-span-2 grid">
          <AppearanceSettings />
        </div>
        <PrivacySettings
          settings={settings}
          onArchive={() => setDialog('archive')}
          onDeleteAccount={() => setDialog('deletion')}
        />
      </div>
      <ChangePasswordDialog open={dialog === 'password'} onClose={close} />
      <SetUpTwoFactorDialog open={dialog === 'setUp'} onClose={close} />
      <DisableTwoFactorDialog open={dialog === 'disable'} onClose={close} />
      <PasskeysDialog open={dialog === 'passkeys'} accountId={user.id} onClose={close} />
      <SessionsDialog open={dialog === 'sessions'} onClose={close} />
      <SecurityReviewDialog open={dialog === 'review'} onClose={close} onFollow={follow} />
      <ArchiveDialog open={dialog === 'archive'} onClose={close} />
      <DeleteAccount open={dialog === 'deletion'} onClose={close} />
      <SetPinDialog open={dialog === 'pin'} onClose={close} isSet={isPinSet} />
    </>
  )
}

/** Returns a function that applies an advice: a switch is changed at once, any other advice opens its dialog. */
function useFollowAdvice(settings: Settings, open: (dialog: OpenDialog) => void) {
  const client = useQueryClient()
  const change = useChangeSetting()
  const reviewAgain = () => client.invalidateQueries(securitySummaryQuery)
  return (advice: Advice) => {
    switch (advice) {
      case 'two_factor':
        return open(settings.two_factor_auth ? 'disable' : 'setUp')
      case 'sessions':
        return open('sessions')
      case 'login_alerts':
        return change({ key: 'login_alerts', value: true }, reviewAgain)
      case 'session_timeout': {
        const minutes = SESSION.advisedTimeoutMinutes
        return change({ key: 'session_timeout', value: minutes }, () => {
          session.announceTimeout(minutes)
          reviewAgain()
        })
      }
    }
  }
}

function ProfilePanel({ user }: { user: User }) {
  const url = useAvatarUrl(user)
  return (
    <Panel solid id="profile" title={copy.sections.profile}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={user.name} src={url} size="lg" />
        <div className="grow basis-40 min-w-0">
          <p className="text-16 font-medium break-words">{user.name}</p>
          <p className="text-ink-3 break-words">
            {[user.email, specialtyOf(user), user.location].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Link to={PATHS.profile} hash="edit" className={buttonClass()}>
          {copy.editProfile}
        </Link>
      </div>
    </Panel>
  )
}

/** The sections are rendered after the settings have loaded, too late for the browser's own scroll to the anchor. */
function useScrollToHash() {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView()
  }, [hash])
}

/** Opens the archive dialog if the address has the anchor of the notification about a finished archive. */
function useOpenArchivesFromLink(open: () => void) {
  const hash = useLocation({ select: (location) => location.hash })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, not for each drawing
  useEffect(() => {
    if (hash === ARCHIVES) open()
  }, [hash])
}

/** The sections of the skeleton with their approximate numbers of rows. */
const WAITING = [
  ['profile', 1],
  ['password', 1],
  ['security', 5],
  ['payment', 4],
  ['notifications', 5],
  ['appearance', 5],
] as const

/** A loading skeleton with the shape of the loaded screen. */
function SettingsSkeleton() {
  return (
    <>
      <SectionLinks />
      <Loading label={copy.title} className="grid wide:grid-cols-2 gap-(--gap)">
        {WAITING.map(([section, rows]) => (
          <Panel key={section} solid padded={false} title={copy.sections[section]}>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <div key={row} className="flex items-center h-16 px-(--pad) border-t border-line">
                <div className="grid gap-2 mr-auto">
                  <Skeleton width={128} />
                  <Skeleton width={208} height={10} />
                </div>
                <Skeleton width={40} height={22} round />
              </div>
            ))}
          </Panel>
        ))}
      </Loading>
    </>
  )
}
