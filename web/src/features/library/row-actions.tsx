// The actions of one item: buttons in a wide panel, a menu in a narrow one.
import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type Document, nameOf } from '@/entities/documents/document'
import { library as copy } from '@/shared/copy/media'
import { IconButton } from '@/shared/ui/icon-button'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

export type RowHandlers = {
  onPlay: (document: Document) => void
  onDownload: (document: Document) => void
  onEdit: (document: Document) => void
  onDelete: (document: Document) => void
}

export function RowActions({ document, handlers }: { document: Document; handlers: RowHandlers }) {
  const name = nameOf(document)
  const buttons = [
    { label: copy.downloadOf(name), Icon: Download, act: () => handlers.onDownload(document) },
    { label: copy.editOf(name), Icon: Pencil, act: () => handlers.onEdit(document) },
    { label: copy.deleteOf(name), Icon: Trash2, act: () => handlers.onDelete(document) },
  ]
  return (
    <>
      <div className="hidden @min-[720px]:flex justify-end">
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
      <div className="flex @min-[720px]:hidden justify-end">
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
          <MenuItem icon={<Download aria-hidden />} onSelect={() => handlers.onDownload(document)}>
            {copy.download}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(document)}>
            {copy.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(document)}>
            {copy.delete}
          </MenuItem>
        </Menu>
      </div>
    </>
  )
}
