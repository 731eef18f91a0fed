// One client in the grid: name, what was sold to it, its last activity, and actions. The name leads to the client's own
// view. The figures are fetched when the card comes into view.
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Client } from '@/entities/clients/client'
import { clientSummaryQuery } from '@/entities/clients/queries'
import { clientView, clients as copy } from '@/shared/copy/clients'
import { inCurrencyOrder } from '@/shared/lib/money/money'
import { shortDayText } from '@/shared/lib/time/calendar'
import { Avatar } from '@/shared/ui/avatar'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Money } from '@/shared/ui/figures/money'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Skeleton } from '@/shared/ui/skeleton'

export type ClientHandlers = {
  onView: (client: Client) => void
  onPay: (client: Client) => void
  onEdit: (client: Client) => void
  onDelete: (client: Client) => void
}

type ClientCardProps = {
  client: Client
  handlers: ClientHandlers
  /** Renders the link to the client's view around the given content. */
  link: (client: Client, content: ReactNode, className: string) => ReactNode
}

export function ClientCard({ client, handlers, link }: ClientCardProps) {
  const { name, email, relationship } = client
  return (
    <article
      aria-label={name}
      className="flex flex-col min-w-0 p-5 border border-edge rounded-panel bg-surface shadow-1 glass"
    >
      <div className="flex items-start gap-3">
        <Avatar name={name} size="md" />
        <div className="grow min-w-0">
          <h2 className="text-14">
            {link(client, name, 'block truncate rounded-small hover:underline underline-offset-3')}
          </h2>
          <p title={email} className="text-12 text-ink-2 truncate">
            {email}
          </p>
        </div>
        <Menu
          trigger={
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.actionsOf(name)}
              icon={<Ellipsis aria-hidden className="size-[18px]" />}
              className="-mt-1 -mr-1.5"
            />
          }
        >
          <MenuItem icon={<Eye aria-hidden />} onSelect={() => handlers.onView(client)}>
            {copy.view}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(client)}>
            {copy.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(client)}>
            {copy.delete}
          </MenuItem>
        </Menu>
      </div>
      <Figures clientId={client.id} />
      <div className="flex items-center gap-2 mt-auto">
        <span className="mr-auto">
          <Badge tone="outline">{copy.relationships[relationship]}</Badge>
        </span>
        <Button
          size="sm"
          icon={<ArrowUpRight aria-hidden />}
          aria-label={copy.payOf(name)}
          onClick={() => handlers.onPay(client)}
        >
          {copy.pay}
        </Button>
      </div>
    </article>
  )
}

function Figures({ clientId }: { clientId: string }) {
  const [place, isSeen] = useCameNearView<HTMLDListElement>()
  const { data, isError } = useQuery({ ...clientSummaryQuery(clientId), enabled: isSeen })
  const [first = { currency: 'USD', amount: 0 }, ...others] = inCurrencyOrder(data?.sales.totals ?? [])
  return (
    <dl ref={place} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 mt-4 mb-5">
      <div className="min-w-0">
        <dt className="text-12 text-ink-3">{copy.revenue}</dt>
        <dd className="mt-0.5 font-semibold">
          {data ? (
            <>
              <Money amount={first.amount} currency={first.currency} cents="plain" />
              {others.map(({ currency, amount }) => (
                <Money
                  key={currency}
                  amount={amount}
                  currency={currency}
                  cents="plain"
                  className="block text-12 font-medium text-ink-2"
                />
              ))}
            </>
          ) : null}
          {data || isError ? null : <Skeleton width={72} className="my-1" />}
        </dd>
      </div>
      <div>
        <dt className="text-12 text-ink-3">{clientView.lastActivity}</dt>
        <dd className="num mt-0.5 text-right">
          {data ? (data.last_activity ? shortDayText(data.last_activity) : clientView.never) : null}
        </dd>
      </div>
    </dl>
  )
}

/** Returns a ref, and true as soon as the element has come near the view. */
function useCameNearView<Element extends HTMLElement>() {
  const place = useRef<Element>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (element === null || isSeen) return
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [isSeen])
  return [place, isSeen] as const
}
