// The sum under the newest sales: what was completed in the last seven days, with the double rule of a total.
import { useQuery } from '@tanstack/react-query'
import { saleSummaryQuery } from '@/entities/sales/queries'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { today } from '@/shared/lib/time/calendar'
import { Money } from '@/shared/ui/figures/money'

const DAY_MS = 24 * 60 * 60 * 1000

export function WeekTotal({ currency }: { currency: string }) {
  const from = today(new Date(Date.now() - 6 * DAY_MS))
  const { data } = useQuery(saleSummaryQuery({ from, to: today() }))
  const total = data?.totals.find((one) => one.currency === currency)?.amount ?? 0
  return (
    <p className="flex items-center justify-between gap-3 min-h-12 px-(--pad) mt-auto border-t border-line text-ink-2">
      {copy.weekTotal}
      {data === undefined ? null : (
        <span className="double-rule text-ink">
          <Money amount={total} currency={currency} cents="plain" className="font-semibold" />
        </span>
      )}
    </p>
  )
}
