// The clients with the highest sales, each with a bar in proportion to the first. A buyer who is a client links to
// it.
import { Link } from '@tanstack/react-router'
import type { TopClient } from '@/entities/figures/figures'
import { PATHS } from '@/shared/config/paths'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { Avatar } from '@/shared/ui/avatar'
import { Money } from '@/shared/ui/figures/money'

type TopClientsProps = { label: string; clients: readonly TopClient[]; currency: string }

export function TopClients({ label, clients, currency }: TopClientsProps) {
  const most = Math.max(...clients.map(({ revenue }) => revenue), 0)
  return (
    <ul aria-label={label} className="grow flex flex-col">
      {clients.map((client) => (
        <li
          key={client.id ?? client.name}
          className="grow flex items-center gap-3 min-h-[60px] px-(--pad) py-2 border-t border-line"
        >
          <Avatar name={client.name} />
          <div className="grow min-w-0">
            <div className="flex justify-between gap-3">
              <Name client={client} />
              <Money amount={client.revenue} currency={currency} cents="plain" className="flex-none" />
            </div>
            <div className="flex items-center gap-3 mt-0.5">
              <span aria-hidden className="grow h-1 rounded-pill overflow-hidden bg-surface-3">
                <span
                  className="block h-full origin-left bg-series-1"
                  style={{ transform: `scaleX(${most > 0 ? client.revenue / most : 0})` }}
                />
              </span>
              <span className="num flex-none text-12 text-ink-3">{copy.salesCount(client.sales)}</span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Name({ client: { id, name } }: { client: TopClient }) {
  if (id === null) return <span className="truncate font-medium">{name}</span>
  return (
    <Link
      to={PATHS.clients}
      search={{ client: id }}
      className="min-w-0 truncate font-medium rounded-small hover:underline underline-offset-3"
    >
      {name}
    </Link>
  )
}
