// The contract of a license as it was issued: its text, its PDF, and the hash that the bytes of the PDF always have.
import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import type { License } from '@/entities/licenses/license'
import { contractTextQuery } from '@/entities/licenses/queries'
import { TOASTS } from '@/shared/config/limits'
import { licenseView as copy } from '@/shared/copy/licenses/licenses'
import { fileSize } from '@/shared/lib/file-size'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { ContractSheet } from '@/shared/ui/contract-sheet'
import { IconButton } from '@/shared/ui/icon-button'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'

type IssuedContractProps = {
  license: License
  onDownload: () => void
  isDownloading: boolean
  className?: string
}

export function IssuedContract({ license, onDownload, isDownloading, className }: IssuedContractProps) {
  const { contract, text_version } = license
  const { data: blocks, isError } = useQuery(contractTextQuery(license))

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
      {blocks ? (
        <section
          aria-label={copy.contractText}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
          tabIndex={0}
          className="max-h-[460px] overflow-y-auto px-(--pad) py-4 border-t border-line bg-surface-2 focus-visible:-outline-offset-2"
        >
          <ContractSheet blocks={blocks} />
        </section>
      ) : null}
      {isError ? (
        <Banner tone="neutral" className="mx-(--pad)">
          {copy.contractUnread}
        </Banner>
      ) : null}
      {blocks || isError ? null : (
        <Loading label={copy.contractLoading} className="px-(--pad)">
          <Skeleton height={420} />
        </Loading>
      )}
      <div className="px-(--pad) py-4">
        <Button block icon={<Download aria-hidden />} pending={isDownloading} onClick={onDownload}>
          {copy.downloadPdf(fileSize(contract.size))}
        </Button>
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
