// One client in the grid: name, bank details and actions. The name leads to the client's own view.
import { ArrowUpRight, Ellipsis, Eye, Landmark, Pencil, Phone, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Client, maskedNumber } from '@/entities/clients/client'
import { clients as copy } from '@/shared/copy/clients'
import { Avatar } from '@/shared/ui/avatar'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

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
  const { name, email, phone, bank_name, account_number, relationship } = client
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
          <p className="text-12 text-ink-2 wrap-anywhere">
            {/* A long address breaks before the @. */}
            {email.slice(0, email.indexOf('@'))}
            <wbr />
            {email.slice(email.indexOf('@'))}
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
      <ul className="grid gap-1.5 mt-4 mb-5 text-12 text-ink-2">
        <Line icon={<Landmark aria-hidden />}>
          <span className="truncate">{bank_name}</span>
          <span className="num flex-none text-ink-3">{maskedNumber(account_number)}</span>
        </Line>
        <Line icon={<Phone aria-hidden />}>
          <span className="num truncate">{phone ?? copy.noPhone}</span>
        </Line>
      </ul>
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

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 min-w-0 [&>.lucide]:size-4 [&>.lucide]:text-ink-3">
      {icon}
      {children}
    </li>
  )
}
