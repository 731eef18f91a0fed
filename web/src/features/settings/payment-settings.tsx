// Payment: the currency of new sales, the PIN before card details, and two switches.
import { useQuery } from '@tanstack/react-query'
import { cardPinQuery } from '@/entities/cards/queries'
import type { Settings } from '@/entities/settings/queries'
import { CURRENCIES } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { ReceiptRow } from './receipt-row'
import { SelectRow, SettingList, SettingRow, SwitchRow } from './setting-row'
import { useChangeSetting } from './use-change-setting'

const OPTIONS = CURRENCIES.map((currency) => ({
  value: currency as string,
  label: copy.defaultCurrency.options[currency],
}))

type PaymentSettingsProps = {
  settings: Settings
  /** Gets whether a PIN is already set. */
  onSetPin: (isSet: boolean) => void
}

export function PaymentSettings({ settings, onSetPin }: PaymentSettingsProps) {
  const change = useChangeSetting()
  const { data: pin } = useQuery(cardPinQuery)
  const isSet = pin?.isSet ?? false
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
        <SettingRow label={copy.cardPin.label} help={isSet ? copy.cardPin.on : copy.cardPin.off}>
          <Button disabled={pin === undefined} onClick={() => onSetPin(isSet)}>
            {isSet ? copy.cardPin.change : copy.cardPin.set}
          </Button>
        </SettingRow>
        <ReceiptRow settings={settings} />
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
