// Payment: the currency of new sales, and two switches.
import type { Settings } from '@/entities/settings/queries'
import { CURRENCIES } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings'
import { Panel } from '@/shared/ui/panel'
import { SelectRow, SettingList, SwitchRow } from './setting-row'
import { useChangeSetting } from './use-change-setting'

const OPTIONS = CURRENCIES.map((currency) => ({
  value: currency as string,
  label: copy.defaultCurrency.options[currency],
}))

export function PaymentSettings({ settings }: { settings: Settings }) {
  const change = useChangeSetting()
  return (
    <Panel solid id="payment" title={copy.sections.payment}>
      <SettingList>
        <SelectRow
          label={copy.defaultCurrency.label}
          help={copy.defaultCurrency.help}
          value={settings.default_currency}
          options={OPTIONS}
          onChange={(value) => change({ key: 'default_currency', value })}
        />
        <SwitchRow
          {...copy.autoWithdraw}
          checked={settings.auto_withdraw}
          onChange={(value) => change({ key: 'auto_withdraw', value })}
        />
        <SwitchRow
          {...copy.paymentReminders}
          checked={settings.payment_reminders}
          onChange={(value) => change({ key: 'payment_reminders', value })}
        />
      </SettingList>
    </Panel>
  )
}
