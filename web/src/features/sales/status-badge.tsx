// The badge of a sale's status.
import { Undo2 } from 'lucide-react'
import { type SaleStatus, STATUS_TONES } from '@/entities/sales/sale'
import { sales } from '@/shared/copy/sales'
import { Badge } from '@/shared/ui/badge'

export function StatusBadge({ status }: { status: SaleStatus }) {
  return (
    <Badge tone={STATUS_TONES[status]} icon={status === 'Refunded' ? <Undo2 aria-hidden /> : undefined}>
      {sales.statuses[status]}
    </Badge>
  )
}
