// The icon of a transaction's type, which shows the direction of the money.
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  Landmark,
  type LucideIcon,
  ReceiptText,
} from 'lucide-react'
import type { TransactionType } from '@/entities/transactions/transaction'

const ICONS: Record<TransactionType, LucideIcon> = {
  deposit: ArrowDownLeft,
  withdrawal: Landmark,
  payment: ArrowUpRight,
  transfer: ArrowLeftRight,
  other: ReceiptText,
}

export function TypeGlyph({ type }: { type: TransactionType }) {
  const Icon = ICONS[type]
  return (
    <span className="grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-ink-2">
      <Icon aria-hidden className="size-[18px]" />
    </span>
  )
}
