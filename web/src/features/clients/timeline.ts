// A client's sales and payments merged into one timeline, newest first. They come from two paged lists, so the
// timeline ends where either list has more pages: an older page must not insert rows above those already shown.
import { type Sale, STATUS_TONES } from '@/entities/sales/sale'
import type { Transaction } from '@/entities/transactions/transaction'
import { clientView as copy } from '@/shared/copy/clients'
import { transactions } from '@/shared/copy/money/transactions'
import { sales } from '@/shared/copy/sales'
import type { Page } from '@/shared/lib/paged-rows'
import type { BadgeTone } from '@/shared/ui/badge'

export type EntryKind = 'sale' | 'refund' | 'payment' | 'deposit' | 'withdrawal' | 'other'

export interface TimelineEntry {
  id: string
  kind: EntryKind
  title: string
  reference: string
  /** Further text, such as the license of a sale. */
  detail: string
  date: string
  /** The time at which the entry was recorded; it orders entries of the same day. */
  recorded: string
  amount: number
  currency: string
  /** True if money moved. */
  movedMoney: boolean
  status: string
  tone: BadgeTone
}

interface Timeline {
  entries: TimelineEntry[]
  /** The lists that must load their next page before more entries can be shown. */
  needsPage: { sales: boolean; money: boolean }
}

type LoadedPages<Row> = { pages: Page<Row>[] }

export function timelineOf(soldPages: LoadedPages<Sale>, moneyPages: LoadedPages<Transaction>): Timeline {
  const sold = soldPages.pages.flatMap(({ rows }) => rows)
  const money = moneyPages.pages.flatMap(({ rows }) => rows)
  const oldestDay = { sales: oldestLoadedDay(soldPages), money: oldestLoadedDay(moneyPages) }
  const [knownSince = ''] = [oldestDay.sales, oldestDay.money].sort().reverse()
  const saleDeposits = new Set(sold.map(({ transaction_id }) => transaction_id))
  const refunds = new Set(sold.map(({ refund_transaction_id }) => refund_transaction_id))
  // A sale's own deposit is left out, because the sale itself is listed on the same day; a refund is an
  // entry of its own. On the oldest loaded day of the sales, the sale of a deposit may not be loaded yet.
  const isListedAsSale = ({ id, date, sale_id, type }: Transaction) =>
    saleDeposits.has(id) || (sale_id !== null && type === 'deposit' && date === oldestDay.sales)
  const moves = money
    .filter((transaction) => !isListedAsSale(transaction))
    .map((transaction) => fromTransaction(transaction, refunds.has(transaction.id)))
  const entries = [...sold.map(fromSale), ...moves].filter(({ date }) => date >= knownSince).sort(newestFirst)
  const isMore = knownSince !== ''
  return {
    entries,
    needsPage: {
      sales: isMore && oldestDay.sales === knownSince,
      money: isMore && oldestDay.money === knownSince,
    },
  }
}

/** The oldest loaded day of a list that has more pages; empty if all of it is loaded. */
function oldestLoadedDay({ pages }: LoadedPages<{ date: string }>): string {
  const last = pages.at(-1)
  return last?.nextCursor ? (last.rows.at(-1)?.date ?? '') : ''
}

function newestFirst(one: TimelineEntry, other: TimelineEntry): number {
  return other.date.localeCompare(one.date) || other.recorded.localeCompare(one.recorded)
}

function fromSale(sale: Sale): TimelineEntry {
  return {
    id: sale.id,
    kind: 'sale',
    title: sale.title,
    reference: sale.reference,
    detail: sales.licenses[sale.license],
    date: sale.date,
    recorded: sale.created_at,
    amount: sale.amount,
    currency: sale.currency,
    movedMoney: sale.status === 'Completed' || sale.status === 'Refunded',
    status: sales.statuses[sale.status],
    tone: STATUS_TONES[sale.status],
  }
}

const TONES = { completed: 'pos', pending: 'warn', failed: 'neg' } as const

function fromTransaction(transaction: Transaction, isRefund: boolean): TimelineEntry {
  // A transfer is between own accounts and has no client.
  const type = transaction.type === 'transfer' ? 'other' : transaction.type
  const kind = isRefund ? 'refund' : type
  return {
    id: transaction.id,
    kind,
    title: transaction.title,
    reference: transaction.reference,
    detail: copy[kind],
    date: transaction.date,
    recorded: transaction.created_at,
    amount: transaction.amount,
    currency: transaction.currency,
    movedMoney: transaction.status === 'completed',
    status: transactions.statuses[transaction.status],
    tone: TONES[transaction.status],
  }
}
