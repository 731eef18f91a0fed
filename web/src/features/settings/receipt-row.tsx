// The row of the payment settings that shows the seller's name on receipts, and opens the dialog that changes it.
import { useState } from 'react'
import type { Settings } from '@/entities/settings/queries'
import { receiptSettings as copy } from '@/shared/copy/settings/settings'
import { Button } from '@/shared/ui/button'
import { SettingRow } from '@/shared/ui/lists/setting-row'
import { ReceiptDialog } from './receipt-dialog'

export function ReceiptRow({ settings }: { settings: Settings }) {
  const [open, setOpen] = useState(false)
  return (
    <SettingRow label={copy.label} help={settings.studio_name ? copy.from(settings.studio_name) : copy.help}>
      <Button onClick={() => setOpen(true)}>{copy.edit}</Button>
      <ReceiptDialog settings={settings} open={open} onClose={() => setOpen(false)} />
    </SettingRow>
  )
}
