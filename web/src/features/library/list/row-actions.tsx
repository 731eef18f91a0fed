// The actions of one item: a menu, and in a wide panel also buttons for the most common ones.
import { Link } from '@tanstack/react-router'
import {
  CirclePlay,
  Download,
  Ellipsis,
  Globe,
  ListChecks,
  ListPlus,
  Pencil,
  Share2,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import { type Document, nameOf } from '@/entities/documents/document'
import { player } from '@/entities/player/player'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { beat } from '@/shared/copy/library/beat'
import { library as copy } from '@/shared/copy/library/library'
import { player as playerCopy } from '@/shared/copy/library/player'
import { shares } from '@/shared/copy/shares'
import { publicBeats } from '@/shared/copy/shop/shop'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import { toast } from '@/shared/ui/toast/toast'

export type RowHandlers = {
  onPlay: (document: Document) => void
  onPlayFrom: (document: Document, seconds: number) => void
  onDownload: (document: Document) => void
  onShare: (document: Document) => void
  onEdit: (document: Document) => void
  onDelete: (document: Document) => void
  /** Puts the beat on the public page, or takes it off. */
  onPublish: (document: Document) => void
  /** Selects a row; with `range`, all rows from the last selected one up to this one. */
  onSelect: (document: Document, range: boolean) => void
}

export function RowActions({ document, handlers }: { document: Document; handlers: RowHandlers }) {
  const name = nameOf(document)
  const buttons = [
    { label: copy.downloadOf(name), Icon: Download, act: () => handlers.onDownload(document) },
    { label: copy.editOf(name), Icon: Pencil, act: () => handlers.onEdit(document) },
    { label: copy.deleteOf(name), Icon: Trash2, act: () => handlers.onDelete(document) },
  ]
  return (
    <div className="flex justify-end">
      <div className="hidden @min-[1080px]:flex">
        {buttons.map(({ label, Icon, act }) => (
          <IconButton
            key={label}
            size="sm"
            tooltip={false}
            label={label}
            icon={<Icon aria-hidden className="size-[18px]" />}
            onClick={act}
          />
        ))}
      </div>
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
        <MenuLink
          icon={<SquareArrowOutUpRight aria-hidden />}
          render={<Link to={PATHS.beat} params={{ id: document.id }} />}
        >
          {beat.open}
        </MenuLink>
        <MenuItem icon={<CirclePlay aria-hidden />} onSelect={() => queue('next', [document])}>
          {playerCopy.playNext}
        </MenuItem>
        <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => queue('last', [document])}>
          {playerCopy.addToQueue}
        </MenuItem>
        <MenuSeparator />
        {document.category === 'beat' ? (
          <MenuItem icon={<Share2 aria-hidden />} onSelect={() => handlers.onShare(document)}>
            {shares.share}
          </MenuItem>
        ) : null}
        <MenuItem icon={<Download aria-hidden />} onSelect={() => handlers.onDownload(document)}>
          {copy.download}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(document)}>
          {copy.edit}
        </MenuItem>
        {document.category === 'beat' ? (
          <MenuItem icon={<Globe aria-hidden />} onSelect={() => handlers.onPublish(document)}>
            {document.is_public ? publicBeats.unpublish : publicBeats.publish}
          </MenuItem>
        ) : null}
        <MenuItem icon={<ListChecks aria-hidden />} onSelect={() => handlers.onSelect(document, false)}>
          {copy.select}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(document)}>
          {copy.delete}
        </MenuItem>
      </Menu>
    </div>
  )
}

export function queue(where: 'next' | 'last', documents: readonly Document[]) {
  if (where === 'next') player.playNext(documents)
  else player.addToQueue(documents)
  toast.success(playerCopy.queued(documents.length), { ...TOASTS.success, id: 'queued' })
}
