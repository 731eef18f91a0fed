// The list of archives whose files still exist: progress, size, and until when each can be downloaded.
import { FileArchive } from 'lucide-react'
import { useDownloadArchive } from '@/entities/archives/mutations'
import { type Archive, isUnfinished } from '@/entities/archives/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { archive as copy } from '@/shared/copy/identity/account'
import { fileSize } from '@/shared/lib/file-size'
import { momentText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'

type ArchiveListProps = { archives: Archive[] | undefined; isFailed: boolean; onRetry: () => void }

export function ArchiveList({ archives, isFailed, onRetry }: ArchiveListProps) {
  return (
    <section aria-labelledby="archives-title">
      <h3 id="archives-title" className="text-14 font-semibold">
        {copy.archives}
      </h3>
      {archives === undefined && isFailed ? (
        <Banner tone="error" className="mt-2" action={<Button onClick={onRetry}>{copy.retry}</Button>}>
          {copy.loadFailed}
        </Banner>
      ) : null}
      {archives === undefined && !isFailed ? (
        <Loading label={copy.archives} className="pt-3">
          <Skeleton height={40} />
        </Loading>
      ) : null}
      {archives?.length === 0 ? <p className="pt-1 text-ink-2">{copy.none}</p> : null}
      {archives && archives.length > 0 ? (
        <ul>
          {archives.map((archive) => (
            <ArchiveRow key={archive.id} archive={archive} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const when = momentText(archive.created_at)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 min-h-14 py-2.5 border-t border-line first:border-t-0">
      <FileArchive aria-hidden className="flex-none text-ink-3" />
      <div className="grow basis-40 min-w-0">
        <p className="font-medium first-letter:uppercase">{when}</p>
        <p className="text-12 text-ink-3 break-words">{detailOf(archive)}</p>
        {isUnfinished(archive) ? (
          <ProgressBar label={copy.progress} value={archive.progress / 100} className="mt-2" />
        ) : null}
      </div>
      {archive.status === 'completed' ? <DownloadButton id={archive.id} when={when} /> : null}
      {archive.status === 'failed' ? <Badge tone="neg">{copy.failedBadge}</Badge> : null}
    </li>
  )
}

function DownloadButton({ id, when }: { id: string; when: string }) {
  const download = useDownloadArchive()
  const start = () =>
    download.mutate(id, {
      onSuccess: () => toast.success(copy.started, TOASTS.success),
      onError: (failure) =>
        toast.error(errorMessageOf(failure, copy.downloadFailed) ?? copy.downloadFailed, TOASTS.other),
    })
  return (
    <Button size="sm" aria-label={copy.downloadOf(when)} pending={download.isPending} onClick={start}>
      {copy.download}
    </Button>
  )
}

function detailOf({ status, progress, file_size, expires_at, error }: Archive): string {
  if (status === 'failed') return error ?? copy.failed
  if (status === 'completed') return `${fileSize(file_size ?? 0)} · ${copy.until(momentText(expires_at))}`
  return status === 'pending' ? copy.waiting : copy.making(progress)
}
