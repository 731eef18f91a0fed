// The bar of actions for the selected rows. It replaces search and filter with the same height, so that the rows do not
// move; on a phone it is at the bottom.
import {
  CircleDollarSign,
  Download,
  Globe,
  ListPlus,
  Pencil,
  Play,
  ReceiptText,
  Share2,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { library as copy } from '@/shared/copy/library/library'
import { shares } from '@/shared/copy/shares'
import { publicBeats } from '@/shared/copy/shop/shop'
import { cx } from '@/shared/lib/cx'
import { IconButton } from '@/shared/ui/icon-button'
import { Checkbox } from '@/shared/ui/inputs/checkbox'

export type BulkField = 'genre' | 'price' | 'tags'

type BulkBarProps = {
  count: number
  isAll: boolean
  onAll: () => void
  onClear: () => void
  onPlay: () => void
  onQueue: () => void
  /** Opens the dialog with the focus in this field. */
  onEdit: (field: BulkField) => void
  /** Opens the dialog of the license prices. */
  onPrices: () => void
  /** Puts all selected beats on the public page, or takes them off if all are on it. */
  onPublish: () => void
  isPublic: boolean
  /** Opens the dialog that shares the chosen beats. */
  onShare: () => void
  onDownload: () => void
  onDelete: () => void
}

export function BulkBar({ count, isAll, onAll, onClear, ...on }: BulkBarProps) {
  return (
    <div
      role="toolbar"
      aria-label={copy.bulkActions}
      className="bulk-bar flex items-center gap-0.5 sm:gap-1 h-[60px] pl-4 pr-2 bg-accent-soft"
    >
      <Checkbox
        label={
          <span className="num font-medium whitespace-nowrap" role="status">
            {copy.selected(count)}
          </span>
        }
        checked={isAll}
        indeterminate={!isAll}
        onCheckedChange={() => (isAll ? onClear() : onAll())}
        className="mr-auto gap-3.5!"
      />
      <BulkAction
        name={copy.play}
        icon={<Play aria-hidden />}
        onClick={on.onPlay}
        className="max-sm:hidden"
      />
      <BulkAction name={copy.queue} icon={<ListPlus aria-hidden />} onClick={on.onQueue} />
      <BulkAction name={copy.edit} icon={<Pencil aria-hidden />} onClick={() => on.onEdit('genre')} />
      <BulkAction
        name={copy.price}
        icon={<CircleDollarSign aria-hidden />}
        onClick={() => on.onEdit('price')}
        className="max-sm:hidden"
      />
      <BulkAction
        name={copy.tag}
        icon={<Tag aria-hidden />}
        onClick={() => on.onEdit('tags')}
        className="max-sm:hidden"
      />
      <BulkAction name={copy.licenses} icon={<ReceiptText aria-hidden />} onClick={on.onPrices} />
      <BulkAction
        name={on.isPublic ? publicBeats.unpublish : publicBeats.publish}
        icon={<Globe aria-hidden />}
        onClick={on.onPublish}
      />
      <BulkAction name={shares.share} icon={<Share2 aria-hidden />} onClick={on.onShare} />
      <BulkAction name={copy.download} icon={<Download aria-hidden />} onClick={on.onDownload} />
      <span aria-hidden className="w-px h-5 mx-1 bg-line-strong max-sm:hidden" />
      <BulkAction name={copy.delete} icon={<Trash2 aria-hidden />} onClick={on.onDelete} danger />
      <IconButton
        size="sm"
        tooltip={false}
        label={copy.clearSelection}
        icon={<X aria-hidden className="size-[18px]" />}
        onClick={onClear}
      />
    </div>
  )
}

type BulkActionProps = {
  name: string
  icon: ReactNode
  onClick: () => void
  danger?: boolean
  className?: string
}

/** A button for one action; its name is shown where there is room. */
function BulkAction({ name, icon, onClick, danger, className }: BulkActionProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className={cx(
        'inline-flex items-center justify-center gap-2 h-9 min-w-9 px-2 rounded-control font-medium hover:bg-surface-3 [&>.lucide]:size-[18px]',
        danger && 'text-neg',
        className,
      )}
    >
      {icon}
      <span className="hidden @min-[880px]:inline">{name}</span>
    </button>
  )
}
