// Who sees the person, and who may write.
import type { Settings } from '@/entities/settings/queries'
import { PROFILE_VISIBILITIES } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings'
import { Panel } from '@/shared/ui/panel'
import { SelectRow, SettingList, SwitchRow } from './setting-row'
import { useChangeSetting } from './use-change-setting'

const OPTIONS = PROFILE_VISIBILITIES.map((visibility) => ({
  value: visibility as string,
  label: copy.profileVisibility.options[visibility],
}))

export function PrivacySettings({ settings }: { settings: Settings }) {
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
      </SettingList>
    </Panel>
  )
}
