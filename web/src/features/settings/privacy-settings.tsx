// Visibility of the profile, messages, the archive of the account, and account deletion.
import type { Settings } from '@/entities/settings/queries'
import { PROFILE_VISIBILITIES } from '@/shared/config/limits'
import { accountDeletion, archive } from '@/shared/copy/identity/account'
import { settings as copy } from '@/shared/copy/settings/settings'
import { Button } from '@/shared/ui/button'
import { SelectRow, SettingList, SettingRow, SwitchRow } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { StorageRow } from './storage-row'
import { useChangeSetting } from './use-change-setting'

const OPTIONS = PROFILE_VISIBILITIES.map((visibility) => ({
  value: visibility as string,
  label: copy.profileVisibility.options[visibility],
}))

type PrivacySettingsProps = {
  settings: Settings
  onArchive: () => void
  onDeleteAccount: () => void
}

export function PrivacySettings({ settings, onArchive, onDeleteAccount }: PrivacySettingsProps) {
  const change = useChangeSetting()
  return (
    <Panel solid id="privacy" title={copy.sections.privacy}>
      <SettingList>
        <SelectRow
          label={copy.profileVisibility.label}
          help={copy.profileVisibility.help}
          value={settings.profile_visibility}
          options={OPTIONS}
          onChange={(value) => change({ key: 'profile_visibility', value })}
        />
        <SwitchRow
          {...copy.showOnlineStatus}
          checked={settings.show_online_status}
          onChange={(value) => change({ key: 'show_online_status', value })}
        />
        <SwitchRow
          {...copy.allowMessages}
          checked={settings.allow_messages}
          onChange={(value) => change({ key: 'allow_messages', value })}
        />
        <StorageRow />
        <SettingRow label={archive.label} help={archive.help}>
          <Button onClick={onArchive}>{archive.action}</Button>
        </SettingRow>
        <SettingRow label={accountDeletion.label} help={accountDeletion.help}>
          <Button variant="danger" onClick={onDeleteAccount}>
            {accountDeletion.action}
          </Button>
        </SettingRow>
      </SettingList>
    </Panel>
  )
}
