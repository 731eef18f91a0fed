// Payment: the currency of new sales, the time zone of all days, the PIN before card details, and two switches.
import { useQuery } from '@tanstack/react-query'
import { cardPinQuery } from '@/entities/cards/queries'
import type { Settings } from '@/entities/settings/queries'
import { CURRENCIES } from '@/shared/config/limits'
import { settings as copy } from '@/shared/copy/settings/settings'
import { Button } from '@/shared/ui/button'
import { Input } from '@/shared/ui/inputs/input'
import { SelectRow, SettingList, SettingRow, SwitchRow } from '@/shared/ui/lists/setting-row'
import { Panel } from '@/shared/ui/panel'
import { ReceiptRow } from './receipt-row'
import { TimeZoneRow } from './time-zone-row'
import { useChangeSetting } from './use-change-setting'

const OPTIONS = CURRENCIES.map((currency) => ({
  value: currency as string,
  label: copy.defaultCurrency.options[currency],
}))

/** The longest name of a bank that the server takes. */
const BANK_MAX = 80

type PaymentSettingsProps = {
  settings: Settings
  /** Opens the PIN dialog; the argument is true if a PIN is already set. */
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
        <TimeZoneRow settings={settings} />
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
        {settings.auto_withdraw ? (
          <SettingRow {...copy.autoWithdrawBank}>
            {({ labelId, helpId }) => (
              <div className="w-40 sm:w-56">
                <Input
                  // The text is saved when the field loses focus; a change made elsewhere resets the field.
                  key={settings.auto_withdraw_bank}
                  defaultValue={settings.auto_withdraw_bank}
                  maxLength={BANK_MAX}
                  placeholder={copy.autoWithdrawBank.placeholder}
                  autoComplete="off"
                  aria-labelledby={labelId}
                  aria-describedby={helpId}
                  onBlur={({ target }) => {
                    const value = target.value.trim()
                    if (value !== settings.auto_withdraw_bank) change({ key: 'auto_withdraw_bank', value })
                  }}
                />
              </div>
            )}
          </SettingRow>
        ) : null}
        <SwitchRow
          {...copy.paymentReminders}
          checked={settings.payment_reminders}
          onChange={(value) => change({ key: 'payment_reminders', value })}
        />
      </SettingList>
    </Panel>
  )
}
