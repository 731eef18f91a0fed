// The sums of sales to a client and of payments to it, per currency; different currencies are never added up.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ClientSummary, clientSummaryQuery } from '@/entities/clients/queries'
import { clientView as copy } from '@/shared/copy/clients'
import { cx } from '@/shared/lib/cx'
import { inCurrencyOrder } from '@/shared/lib/money/money'
import { dayText } from '@/shared/lib/time/calendar'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonFigures } from '@/shared/ui/skeleton'

type Totals = ClientSummary['sales']['totals']

export function ClientFigures({ clientId }: { clientId: string }) {
  const { data: summary, isError } = useQuery(clientSummaryQuery(clientId))
  // The list below shows the error, so the figures are just left out.
  if (isError && !summary) return null
  if (!summary) {
    return (
      <Loading label={copy.loading}>
        <Panel padded={false} className="grid sm:grid-cols-3">
          <SkeletonFigures
            widths={[168, 112, 128]}
            className="py-4 sm:h-[122px] sm:py-(--pad) border-line sm:not-first:border-l"
          />
        </Panel>
      </Loading>
    )
  }
  const { sales, payments, last_activity } = summary
  return (
    <Panel padded={false}>
      <dl className="grid sm:grid-cols-3">
        <Figure name={copy.sold} note={copy.soldCount(sales.count)}>
          <Sums totals={sales.totals} hero />
        </Figure>
        <Figure name={copy.paid} note={copy.paidCount(payments.count)}>
          <Sums totals={payments.totals} />
        </Figure>
        <Figure name={copy.lastActivity}>
          <span className="text-20 leading-9 font-semibold tracking-figures">
            {last_activity ? dayText(last_activity) : copy.never}
          </span>
        </Figure>
      </dl>
    </Panel>
  )
}

function Figure({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className="min-w-0 p-(--pad) max-sm:py-4 border-line max-sm:border-t max-sm:first:border-t-0 sm:border-l sm:first:border-l-0">
      <dt className="font-medium text-ink-2">{name}</dt>
      <dd className="num mt-1">{children}</dd>
      {note ? <dd className="mt-0.5 text-12 text-ink-3">{note}</dd> : null}
    </div>
  )
}

/** Shows the first currency large, the other currencies under it. */
function Sums({ totals, hero = false }: { totals: Totals; hero?: boolean }) {
  const [first = { currency: 'USD', amount: 0 }, ...others] = inCurrencyOrder(totals)
  return (
    <>
      <Money
        amount={first.amount}
        currency={first.currency}
        cents={hero ? 'small' : 'dim'}
        className={cx(
          'block font-semibold tracking-figures leading-9',
          hero ? 'text-28 tracking-hero' : 'text-20',
        )}
      />
      {others.map(({ currency, amount }) => (
        <Money key={currency} amount={amount} currency={currency} className="mr-3 font-medium text-ink-2" />
      ))}
    </>
  )
}
