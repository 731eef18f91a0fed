// Security: two-factor authentication, alerts, the timeout, the devices, and the security review.
import { useQuery } from '@tanstack/react-query'
import { passkeysQuery } from '@/entities/passkeys/queries'
import { securitySummaryQuery, sessionsQuery } from '@/entities/security/queries'
import { session } from '@/entities/session/session'
import type { Settings } from '@/entities/settings/queries'
import { SESSION } from '@/shared/config/limits'
import { passkeys as passkeyCopy } from '@/shared/copy/identity/passkeys'
import { settings as copy } from '@/shared/copy/settings/settings'
import { passkeysWork } from '@/shared/lib/webauthn'
import { Button } from '@/shared/ui/button'
import { SelectRow, SettingList, SettingRow, SwitchRow } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { useChangeSetting } from './use-change-setting'

const TIMEOUTS = SESSION.timeoutOptionsMinutes.map((minutes) => ({
  value: String(minutes),
  label: copy.sessionTimeout.option(minutes),
}))

type SecuritySettingsProps = {
  settings: Settings
  onSetUpTwoFactor: () => void
  onDisableTwoFactor: () => void
  onManagePasskeys: () => void
  onManageSessions: () => void
  onReview: () => void
}

export function SecuritySettings({
  settings,
  onSetUpTwoFactor,
  onDisableTwoFactor,
  onManagePasskeys,
  onManageSessions,
  onReview,
}: SecuritySettingsProps) {
  const change = useChangeSetting()
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: passkeysWork() })
  const { data: sessions } = useQuery(sessionsQuery)
  const { data: summary } = useQuery(securitySummaryQuery)
  // The window event is sent once, after the server has saved the setting.
  const setTimeoutMinutes = (minutes: number) =>
    change({ key: 'session_timeout', value: minutes }, () => session.announceTimeout(minutes))

  return (
    <Panel solid id="security" title={copy.sections.security}>
      <SettingList>
        <SettingRow
          label={copy.twoFactor.label}
          help={settings.two_factor_auth ? copy.twoFactor.on : copy.twoFactor.off}
        >
          {settings.two_factor_auth ? (
            <Button onClick={onDisableTwoFactor}>{copy.twoFactor.disable}</Button>
          ) : (
            <Button onClick={onSetUpTwoFactor}>{copy.twoFactor.setUp}</Button>
          )}
        </SettingRow>
        {passkeysWork() ? (
          <SettingRow
            label={passkeyCopy.label}
            help={passkeys?.length ? passkeyCopy.count(passkeys.length) : passkeyCopy.none}
          >
            <Button onClick={onManagePasskeys}>
              {passkeys?.length ? passkeyCopy.manage : passkeyCopy.add}
            </Button>
          </SettingRow>
        ) : null}
        <SwitchRow
          {...copy.loginAlerts}
          checked={settings.login_alerts}
          onChange={(value) => change({ key: 'login_alerts', value })}
        />
        <SelectRow
          label={copy.sessionTimeout.label}
          help={copy.sessionTimeout.help}
          value={String(settings.session_timeout)}
          options={TIMEOUTS}
          onChange={(value) => setTimeoutMinutes(Number(value))}
        />
        <SettingRow
          label={copy.sessions.label}
          help={sessions === undefined ? copy.sessions.help : copy.sessions.count(sessions.length)}
        >
          <Button onClick={onManageSessions}>{copy.sessions.manage}</Button>
        </SettingRow>
        <SettingRow
          label={copy.review.label}
          help={
            summary === undefined
              ? copy.review.help
              : copy.review.score(summary.score, summary.reasons[0]?.text)
          }
        >
          <Button onClick={onReview}>{copy.review.open}</Button>
        </SettingRow>
      </SettingList>
    </Panel>
  )
}
