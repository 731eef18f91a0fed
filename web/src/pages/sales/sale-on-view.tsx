// The dialog of the sale whose id is in the address. The sale stays while the dialog fades out. If it cannot be loaded,
// a toast reports that and the address is cleared.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { saleQuery } from '@/entities/sales/queries'
import type { Sale } from '@/entities/sales/sale'
import { settingsQuery } from '@/entities/settings/queries'
import { DetailsDialog } from '@/features/sales/details-dialog'
import type { SaleHandlers } from '@/features/sales/row-actions'
import { useEmailReceipt } from '@/features/sales/use-email-receipt'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { saleDetails } from '@/shared/copy/sales'
import { textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'

type SaleOnViewProps = {
  id?: string
  onClose: () => void
  handlers: Pick<SaleHandlers, 'onReceipt' | 'onEdit' | 'onRefund' | 'onLicense'>
  isFetchingReceipt: boolean
}

export function SaleOnView({ id, onClose, handlers, isFetchingReceipt }: SaleOnViewProps) {
  const { data, error } = useQuery({ ...saleQuery(id ?? ''), enabled: id !== undefined })
  const { data: settings } = useQuery(settingsQuery)
  const email = useEmailReceipt()
  const last = useRef<Sale>(undefined)
  if (data) last.current = data
  const sale = data ?? last.current

  const leave = useRef(onClose)
  leave.current = onClose
  useEffect(() => {
    if (error === null) return
    toast.error(errorMessageOf(error, saleDetails.loadFailed) ?? calls.offline, TOASTS.other)
    leave.current()
  }, [error])

  if (!sale) return null
  return (
    <DetailsDialog
      open={id !== undefined && data !== undefined}
      onClose={onClose}
      sale={sale}
      clientLink={(client, name) => (
        <Link to={PATHS.clients} search={{ client }} className={textLinkClass}>
          {name}
        </Link>
      )}
      onReceipt={() => handlers.onReceipt(sale)}
      isFetchingReceipt={isFetchingReceipt}
      onEmailReceipt={settings?.can_email ? () => email.send(sale) : undefined}
      isEmailingReceipt={email.isPending}
      onEdit={() => handlers.onEdit(sale)}
      onRefund={() => handlers.onRefund(sale)}
      onLicense={() => handlers.onLicense(sale)}
    />
  )
}
