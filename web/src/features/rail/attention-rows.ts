// The rows of items that need attention, with the texts and in the order of the rail: failed, overdue, due soon,
// pending.
import type { AttentionItem } from '@/entities/attention/queries'
import type { Upload } from '@/entities/uploads/uploads'
import { rail as copy } from '@/shared/copy/figures/rail'
import { formatAmount } from '@/shared/lib/money/money'
import { today } from '@/shared/lib/time/calendar'

export interface AttentionRow {
  key: string
  title: string
  detail: string
  /** How urgent the row is. 'bad': failed or overdue. 'due': money is outstanding. 'mild': worth knowing. */
  tone: 'bad' | 'due' | 'mild'
  /** The path of the page that shows the item; null for failed uploads, which are retried. */
  link: string | null
}

const DAY_MS = 24 * 60 * 60 * 1000

export function attentionRowsOf(items: readonly AttentionItem[], failed: readonly Upload[]): AttentionRow[] {
  const ofItems = items.map((item) => ROWS[item.kind](item))
  const pressing = (matter: AttentionRow) => (matter.tone === 'bad' ? 0 : 1)
  return [...rowsOfUploads(failed), ...ofItems.sort((a, b) => pressing(a) - pressing(b))]
}

const ROWS: Record<AttentionItem['kind'], (item: AttentionItem) => AttentionRow> = {
  payment: rowOfPayment,
  transaction: rowOfMoney,
  sale: rowOfMoney,
  goal: rowOfGoal,
}

/** A reported payment, refund or dispute: money that somebody is waiting for. */
function rowOfPayment({ id, reference, title, detail, date, link }: AttentionItem): AttentionRow {
  const since = copy.since(-daysUntil(date))
  return {
    key: `payment ${id}`,
    title: [reference, title].filter(Boolean).join(' · '),
    detail: [detail, since].filter(Boolean).join(' · '),
    tone: 'bad',
    link,
  }
}

function rowsOfUploads(failed: readonly Upload[]): AttentionRow[] {
  const [first] = failed
  if (first === undefined) return []
  const canRetry = failed.some((upload) => upload.canRetry)
  const what = failed.length === 1 ? first.name : copy.files(failed.length)
  return [
    {
      key: 'uploads',
      title: copy.uploadFailed,
      detail: canRetry ? `${what} · ${copy.retry}` : what,
      tone: 'bad',
      link: canRetry ? null : '/documents',
    },
  ]
}

function rowOfMoney({
  id,
  kind,
  reference,
  title,
  detail,
  amount,
  currency,
  date,
  link,
}: AttentionItem): AttentionRow {
  const isSale = kind === 'sale'
  const sum = amountText(amount, currency)
  const since = copy.since(-daysUntil(date))
  return {
    key: `${kind} ${id}`,
    title: isSale && detail ? copy.owes(detail, sum) : title,
    detail: [reference, isSale ? null : sum, since].filter(Boolean).join(' · '),
    tone: 'due',
    link,
  }
}

function rowOfGoal({ id, title, amount, currency, date, is_overdue, link }: AttentionItem): AttentionRow {
  return {
    key: `goal ${id}`,
    title: is_overdue ? copy.goalOver(title) : copy.goalEnds(title, daysUntil(date)),
    detail: copy.toGo(amountText(amount, currency)),
    tone: is_overdue ? 'bad' : 'mild',
    link,
  }
}

function amountText(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : formatAmount(amount, currency)
}

/** Whole days from today to a day; negative for a past one. */
export function daysUntil(day: string, from = today()): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}
