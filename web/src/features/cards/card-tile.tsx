// A card on the cards page: pressing it shows or hides its details; below it are its nickname and its actions.
import { Copy, Ellipsis, Pencil, Star, Trash2 } from 'lucide-react'
import type { Card, CardDetails } from '@/entities/cards/card'
import { cards as copy } from '@/shared/copy/money/cards'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { CardButton } from './card-button'

export type CardHandlers = {
  onToggle: (card: Card) => void
  onEdit: (card: Card) => void
  onMakeDefault: (card: Card) => void
  onDelete: (card: Card) => void
  onCopy: (number: string) => void
}

type CardTileProps = { card: Card; nickname?: string; details?: CardDetails; handlers: CardHandlers }

export function CardTile({ card, nickname, details, handlers }: CardTileProps) {
  const name = copy.ending(copy.types[card.type], card.lastFour)
  return (
    <li className="min-w-0">
      <CardButton
        card={card}
        nickname={nickname}
        details={details}
        onToggle={() => handlers.onToggle(card)}
      />
      <div className="flex items-center gap-2 min-h-10 mt-1.5 pl-1">
        <span className="min-w-0 truncate font-medium">{nickname ?? name}</span>
        <span className="flex ml-auto">
          {details ? (
            <IconButton
              size="sm"
              label={copy.copyNumber}
              icon={<Copy aria-hidden className="size-[18px]" />}
              onClick={() => handlers.onCopy(details.number)}
            />
          ) : null}
          <Menu
            trigger={
              <IconButton
                size="sm"
                tooltip={false}
                label={copy.actionsOf(name)}
                icon={<Ellipsis aria-hidden className="size-[18px]" />}
              />
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(card)}>
              {copy.edit}
            </MenuItem>
            {card.isDefault ? null : (
              <MenuItem icon={<Star aria-hidden />} onSelect={() => handlers.onMakeDefault(card)}>
                {copy.makeDefault}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(card)}>
              {copy.delete}
            </MenuItem>
          </Menu>
        </span>
      </div>
    </li>
  )
}
