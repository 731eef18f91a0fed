// The actions of one sale: view and receipt as buttons in a wide panel, the rest in a menu. In a narrow panel all are
// in the menu.
import { Download, Ellipsis, Eye, Pencil, ScrollText, Trash2, Undo2 } from 'lucide-react'
import { canBeLicensed, hasReceipt, type Sale } from '@/entities/sales/sale'
import { saleLicense } from '@/shared/copy/licenses/licenses'
import { sales as copy } from '@/shared/copy/sales'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

export type SaleHandlers = {
  onView: (sale: Sale) => void
  onReceipt: (sale: Sale) => void
  onEdit: (sale: Sale) => void
  onRefund: (sale: Sale) => void
  /** Issues a license for the sale, or shows the one it has. */
  onLicense: (sale: Sale) => void
  onDelete: (sale: Sale) => void
}

export function RowActions({ sale, handlers }: { sale: Sale; handlers: SaleHandlers }) {
  const { title, status, license_id } = sale
  return (
    <div className="flex justify-end">
      <span className="hidden @min-[760px]:flex">
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.viewOf(title)}
          icon={<Eye aria-hidden className={icon} />}
          onClick={() => handlers.onView(sale)}
        />
        <IconButton
          size="sm"
          tooltip={false}
          label={copy.receiptOf(title)}
          icon={<Download aria-hidden className={icon} />}
          disabled={!hasReceipt(sale)}
          onClick={() => handlers.onReceipt(sale)}
        />
      </span>
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
        <MenuItem icon={<Eye aria-hidden />} onSelect={() => handlers.onView(sale)}>
          {copy.view}
        </MenuItem>
        <MenuItem
          icon={<Download aria-hidden />}
          disabled={!hasReceipt(sale)}
          onSelect={() => handlers.onReceipt(sale)}
        >
          {copy.receipt}
        </MenuItem>
        <MenuItem
          icon={<Pencil aria-hidden />}
          disabled={status === 'Refunded'}
          onSelect={() => handlers.onEdit(sale)}
        >
          {copy.edit}
        </MenuItem>
        <MenuItem
          icon={<Undo2 aria-hidden />}
          disabled={status !== 'Completed'}
          onSelect={() => handlers.onRefund(sale)}
        >
          {copy.refund}
        </MenuItem>
        <MenuItem
          icon={<ScrollText aria-hidden />}
          disabled={!canBeLicensed(sale)}
          onSelect={() => handlers.onLicense(sale)}
        >
          {license_id === null ? saleLicense.make : saleLicense.view}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(sale)}>
          {copy.delete}
        </MenuItem>
      </Menu>
    </div>
  )
}

const icon = 'size-[18px]'
