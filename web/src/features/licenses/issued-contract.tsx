// The contract of a license as it was issued: what is on its first page, and the hash that its bytes always have.
import { Copy, Download } from 'lucide-react'
import type { License } from '@/entities/licenses/license'
import { TOASTS } from '@/shared/config/limits'
import { licenseView as copy } from '@/shared/copy/licenses'
import { dayText, today } from '@/shared/lib/calendar'
import { fileSize } from '@/shared/lib/file-size'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

type IssuedContractProps = {
  license: License
  onDownload: () => void
  isDownloading: boolean
  className?: string
}

export function IssuedContract({ license, onDownload, isDownloading, className }: IssuedContractProps) {
  const { kind, reference, issued_at, title, buyer, contract, text_version } = license

  async function copyHash() {
    try {
      await navigator.clipboard.writeText(contract.sha256)
      toast.success(copy.hashCopied, TOASTS.success)
    } catch {
      toast.error(copy.hashFailed, TOASTS.other)
    }
  }

  return (
    <Panel
      solid
      padded={false}
      title={copy.contract}
      aside={
        <span className="num text-12 text-ink-3">{copy.versionAndPages(text_version, contract.pages)}</span>
      }
      className={className}
    >
      <div className="px-(--pad) pb-5">
        <div className="px-7 py-6 max-sm:px-4 border border-line rounded-small bg-surface-solid shadow-2 break-words">
          <p className="text-16 font-semibold">{kind}</p>
          <p className="num mt-1.5 text-12 text-ink-2">
            {`${reference} · ${dayText(today(new Date(issued_at)), 'long')}`}
          </p>
          <p className="mt-3.5 text-ink-2">{copy.between(title, buyer.name)}</p>
          <p className="mt-4">
            <Button icon={<Download aria-hidden />} pending={isDownloading} onClick={onDownload}>
              {copy.downloadPdf(fileSize(contract.size))}
            </Button>
          </p>
        </div>
      </div>
      <div className="flex items-center gap-3 px-(--pad) py-3 border-t border-line">
        <div className="grow min-w-0">
          <p className="text-12 text-ink-3">{copy.frozenNote}</p>
          <p className="code text-12 text-ink-2 break-all">{contract.sha256}</p>
        </div>
        <IconButton
          size="sm"
          label={copy.copyHash}
          icon={<Copy aria-hidden className="size-[18px]" />}
          onClick={copyHash}
        />
      </div>
    </Panel>
  )
}
