// The Download menu: one of the newest files, or a link to all of them.
import { Link } from '@tanstack/react-router'
import { Download, FileAudio, FileVideo, Library } from 'lucide-react'
import { type Document, nameOf } from '@/entities/documents/document'
import { PATHS } from '@/shared/config/paths'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { fileSize } from '@/shared/lib/file-size'
import { Button } from '@/shared/ui/button'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import { saveDocumentLater } from './save-later'

export function DownloadMenu({ latest }: { latest: readonly Document[] }) {
  return (
    <Menu trigger={<Button icon={<Download aria-hidden />}>{copy.download}</Button>}>
      {latest.map((document) => (
        <MenuItem
          key={document.id}
          icon={document.category === 'video' ? <FileVideo aria-hidden /> : <FileAudio aria-hidden />}
          onSelect={() => saveDocumentLater(document)}
        >
          <span className="min-w-0 max-w-[240px] mr-auto truncate">{nameOf(document)}</span>
          <span className="num pl-4 text-12 text-ink-3">{fileSize(document.file_size)}</span>
        </MenuItem>
      ))}
      {latest.length > 0 ? <MenuSeparator /> : null}
      <MenuLink icon={<Library aria-hidden />} render={<Link to={PATHS.library} />}>
        {copy.allFiles}
      </MenuLink>
    </Menu>
  )
}
