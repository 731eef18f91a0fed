// The actions of one row: up to three buttons in a wide panel, a menu in a narrow one. What belongs to a sale leads to
// the sale instead of being changed here.
import { Ellipsis, Eye, Pencil, Receipt, Trash2 } from 'lucide-react'
import { isEditable, type Transaction } from '@/entities/transactions/transaction'
import { transactions as copy } from '@/shared/copy/money/transactions'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

export type RowHandlers = {
  onView: (transaction: Transaction) => void
  onViewSale: (saleId: string) => void
  onEdit: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
}

export function RowActions({ transaction, handlers }: { transaction: Transaction; handlers: RowHandlers }) {
  const { title, sale_id } = transaction
  const canEdit = isEditable(transaction)
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
        {canEdit ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.editOf(title)}
            icon={<Pencil aria-hidden className={icon} />}
            onClick={edit}
          />
        ) : null}
        {sale_id === null ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.deleteOf(title)}
            icon={<Trash2 aria-hidden className={icon} />}
            onClick={remove}
          />
        ) : (
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.viewSaleOf(title)}
            icon={<Receipt aria-hidden className={icon} />}
            onClick={() => handlers.onViewSale(sale_id)}
          />
        )}
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
          {canEdit ? (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={edit}>
              {copy.edit}
            </MenuItem>
          ) : null}
          {sale_id === null ? (
            <>
              <MenuSeparator />
              <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={remove}>
                {copy.delete}
              </MenuItem>
            </>
          ) : (
            <MenuItem icon={<Receipt aria-hidden />} onSelect={() => handlers.onViewSale(sale_id)}>
              {copy.viewSale}
            </MenuItem>
          )}
        </Menu>
      </div>
    </>
  )
}

const icon = 'size-[18px]'
