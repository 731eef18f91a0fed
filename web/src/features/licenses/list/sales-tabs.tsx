// The tabs of the sales history: the sales, the offers with how many are open, and the licenses. Each has its own address.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { offerCountsQuery } from '@/entities/offers/queries'
import { PATHS } from '@/shared/config/paths'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { offers } from '@/shared/copy/offers'
import { cx } from '@/shared/lib/cx'
import { Count } from '@/shared/ui/figures/count'

type SalesTabsProps = { current: keyof typeof copy.tabs }

const PLACES = { sales: PATHS.sales, offers: PATHS.offers, licenses: PATHS.licenses } as const

export function SalesTabs({ current }: SalesTabsProps) {
  const { data: counts } = useQuery(offerCountsQuery)
  const open = counts?.open ?? 0
  return (
    <nav aria-label={copy.tabsLabel} className="flex gap-6 border-b border-line">
      {(['sales', 'offers', 'licenses'] as const).map((tab) => (
        <Link
          key={tab}
          to={PLACES[tab]}
          aria-current={tab === current ? 'page' : undefined}
          className={cx(
            'inline-flex items-center gap-2 h-10 font-medium border-b-2 -mb-px focus-visible:-outline-offset-2',
            tab === current ? 'text-ink border-accent' : 'text-ink-2 border-transparent hover:text-ink',
          )}
        >
          {copy.tabs[tab]}
          {tab === 'offers' && open > 0 ? (
            <>
              <span aria-hidden className="inline-flex">
                <Count value={open} />
              </span>
              <span className="sr-only">{offers.openCount(open)}</span>
            </>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
