// The badge of a transaction's status.
import type { TransactionStatus } from '@/entities/transactions/transaction'
import { transactions } from '@/shared/copy/money/transactions'
import { Badge, type BadgeTone } from '@/shared/ui/badge'

const TONES: Record<TransactionStatus, BadgeTone> = { completed: 'pos', pending: 'warn', failed: 'neg' }

export function StatusBadge({ status }: { status: TransactionStatus }) {
  return <Badge tone={TONES[status]}>{transactions.statuses[status]}</Badge>
}
