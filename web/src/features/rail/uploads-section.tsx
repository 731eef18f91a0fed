// The uploads that run, wait or failed. The floating tray is hidden while they are shown here.
import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { queue } from '@/entities/uploads/queue'
import { resume } from '@/entities/uploads/resume'
import { isUnderWay, progressOf, type Upload, useShowsUploads } from '@/entities/uploads/uploads'
import { uploads as copy } from '@/shared/copy/library/uploads'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { trackTime } from '@/shared/lib/time/track-time'
import { IconButton } from '@/shared/ui/icon-button'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { RailSection } from './rail-section'

type UploadsSectionProps = { uploads: readonly Upload[]; rows: number }

export function UploadsSection({ uploads, rows }: UploadsSectionProps) {
  useShowsUploads()
  const { done, total } = progressOf(uploads)
  const shown = uploads.slice(0, rows)
  return (
    <RailSection
      title={copy.title}
      aside={<span className="num text-12 text-ink-3">{copy.count(done, total)}</span>}
      hidden={uploads.length - shown.length}
    >
      {shown.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </RailSection>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, size, sent, state, canRetry, canPause } = upload
  const client = useQueryClient()
  const isGoing = isUnderWay(upload)
  const isPaused = state === 'paused'
  return (
    <li className="flex items-center gap-2 h-12">
      <div className="grow min-w-0">
        <b className="block truncate font-medium">{name}</b>
        <span className={cx('num block truncate text-12', state === 'failed' ? 'text-neg' : 'text-ink-3')}>
          {detailOf(upload)}
        </span>
        {state === 'sending' || isPaused ? (
          <ProgressBar
            className={cx('h-0.5! mt-1', isPaused && 'opacity-60')}
            label={copy.progressOf(name)}
            value={size === 0 ? 1 : sent / size}
            valueText={copy.ofTotal(fileSize(sent), fileSize(size))}
          />
        ) : null}
      </div>
      <span className="flex flex-none -mr-1.5">
        {canPause && (isGoing || isPaused) ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={isPaused ? copy.resumeOf(name) : copy.pauseOf(name)}
            className="rail-tool"
            icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
            onClick={() => (isPaused ? resume(upload, client) : queue.pause(id))}
          />
        ) : null}
        {canRetry ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.retryOf(name)}
            className="rail-tool"
            icon={<RotateCcw aria-hidden />}
            onClick={() => queue.retry(id)}
          />
        ) : null}
        <IconButton
          size="sm"
          tooltip={false}
          label={isGoing || isPaused ? copy.cancelOf(name) : copy.dismissOf(name)}
          className="rail-tool"
          icon={<X aria-hidden />}
          onClick={() => (isGoing || isPaused ? queue.cancel(id) : queue.dismiss(id))}
        />
      </span>
    </li>
  )
}

function detailOf({ state, note, sent, size, secondsLeft, needsFile }: Upload): string {
  if (note !== null) return note
  if (state === 'paused')
    return needsFile
      ? copy.chooseAgain(fileSize(sent), fileSize(size))
      : copy.pausedAt(fileSize(sent), fileSize(size))
  if (state === 'done') return copy.done
  if (state === 'cancelled') return copy.cancelled
  if (state === 'waiting') return copy.waiting
  if (sent >= size) return copy.finishing
  const share = `${Math.floor((100 * sent) / size)}%`
  return secondsLeft === null ? share : `${share} · ${copy.left(trackTime(secondsLeft))}`
}
