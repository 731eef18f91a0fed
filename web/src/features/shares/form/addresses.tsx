// The addresses of new links, to copy and send.
import { Copy, CopyPlus } from 'lucide-react'
import { useRef } from 'react'
import { recipientOf, type ShareLink } from '@/entities/shares/share'
import { shareForm as copy, shareLink } from '@/shared/copy/shares'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { copyAddress } from '../copy-address'

type AddressesDialogProps = {
  open: boolean
  onClose: () => void
  links: readonly ShareLink[]
  /** Opens the first of the links, if it is on another screen. */
  onView?: (link: ShareLink) => void
}

export function AddressesDialog({ open, onClose, links, onView }: AddressesDialogProps) {
  const nameOf = (link: ShareLink) => recipientOf(link) || copy.forEveryone
  const [first] = links
  const copyFirst = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="lg"
      title={copy.readyTitle(links.length)}
      description={copy.readyText(links.length)}
      initialFocus={copyFirst}
      footer={
        <>
          {links.length > 1 ? (
            <Button
              icon={<CopyPlus aria-hidden />}
              onClick={() => copyAddress(links.map((link) => `${nameOf(link)}: ${link.address}`).join('\n'))}
            >
              {copy.copyAll}
            </Button>
          ) : null}
          {onView && first ? <Button onClick={() => onView(first)}>{copy.view}</Button> : null}
          <Button variant="primary" onClick={onClose}>
            {copy.done}
          </Button>
        </>
      }
    >
      <ul className="grid gap-2">
        {links.map((link) => (
          <li
            key={link.id}
            className="flex items-center gap-2 min-w-0 pl-3 pr-1.5 py-1.5 rounded-control bg-surface-3"
          >
            <span className="grow min-w-0">
              <span className="block truncate font-medium">{nameOf(link)}</span>
              <input
                readOnly
                value={link.address}
                aria-label={copy.addressOf(nameOf(link))}
                onFocus={({ currentTarget }) => currentTarget.select()}
                className="num block w-full truncate bg-transparent text-12 text-ink-2 rounded-small"
              />
            </span>
            <Button
              ref={link === first ? copyFirst : undefined}
              icon={<Copy aria-hidden />}
              aria-label={copy.copyOf(nameOf(link))}
              onClick={() => copyAddress(link.address)}
            >
              {shareLink.copy}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
