// The actions of one row: three buttons in a wide panel, a menu in a narrow one.
import { Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import type { Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/transactions'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

export type RowHandlers = {
  onView: (transaction: Transaction) => void
  onEdit: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
}

export function RowActions({ transaction, handlers }: { transaction: Transaction; handlers: RowHandlers }) {
  const { title } = transaction
  const view = () => handlers.onView(transaction)
  const edit = () => handlers.onEdit(transaction)
  const remove = () => handlers.onDelete(transaction)
  return (
    <>
      <div className="hidden @min-[880px]:flex justify-end">
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.viewOf(title)}
          icon={<Eye aria-hidden className={icon} />}
          onClick={view}
        />
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.editOf(title)}
          icon={<Pencil aria-hidden className={icon} />}
          onClick={edit}
        />
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.deleteOf(title)}
          icon={<Trash2 aria-hidden className={icon} />}
          onClick={remove}
        />
      </div>
      <div className="flex @min-[880px]:hidden justify-end">
        <Menu
          trigger={
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.actionsOf(title)}
              icon={<Ellipsis aria-hidden className={icon} />}
            />
          }
        >
          <MenuItem icon={<Eye aria-hidden />} onSelect={view}>
            {copy.view}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={edit}>
            {copy.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={remove}>
            {copy.delete}
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}

const icon = 'size-[18px]'
