// An address without its scheme, with a button that copies it.
import { Link2 } from 'lucide-react'
import { copyText } from '@/shared/lib/copy-text'
import { cx } from '@/shared/lib/cx'
import { IconButton } from '@/shared/ui/icon-button'

interface CopyLinkProps {
  url: string
  texts: { copy: string; copied: string; failed: string }
  className?: string | undefined
}

export function CopyLink({ url, texts, className }: CopyLinkProps) {
  return (
    <div
      className={cx(
        'flex items-center gap-1 pl-3 pr-1 h-10 rounded-control bg-surface-3 text-ink-2',
        className,
      )}
    >
      <span className="grow min-w-0 truncate">{url.replace(/^https?:\/\//, '')}</span>
      <IconButton
        size="sm"
        label={texts.copy}
        icon={<Link2 aria-hidden className="size-[18px]" />}
        onClick={() => copyText(url, { done: texts.copied, failed: texts.failed })}
      />
    </div>
  )
}
