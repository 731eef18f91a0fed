// Which notifications the person gets, and by which channel.
import type { Settings } from '@/entities/settings/queries'
import { settings as copy } from '@/shared/copy/settings/settings'
import { SettingList, SwitchRow } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { useChangeSetting } from './use-change-setting'

export function NotificationSettings({ settings, email }: { settings: Settings; email: string }) {
  const change = useChangeSetting()
  return (
    <Panel solid id="notifications" title={copy.sections.notifications}>
      <SettingList>
        <SwitchRow
          label={copy.emailNotifications.label}
          help={copy.emailNotifications.help(email)}
          checked={settings.email_notifications}
          onChange={(value) => change({ key: 'email_notifications', value })}
        />
        <SwitchRow
          {...copy.pushNotifications}
          checked={settings.push_notifications}
          onChange={(value) => change({ key: 'push_notifications', value })}
        />
        <SwitchRow
          {...copy.salesNotifications}
          checked={settings.sales_notifications}
          onChange={(value) => change({ key: 'sales_notifications', value })}
        />
        <SwitchRow
          {...copy.messageNotifications}
          checked={settings.message_notifications}
          onChange={(value) => change({ key: 'message_notifications', value })}
        />
        <SwitchRow
          {...copy.systemNotifications}
          checked={settings.system_notifications}
          onChange={(value) => change({ key: 'system_notifications', value })}
        />
      </SettingList>
    </Panel>
  )
}
