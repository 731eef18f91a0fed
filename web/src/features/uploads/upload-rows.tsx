// The rows of the upload list, each with progress, speed and remaining time, or with the reason why the upload failed.
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, FileAudio, Pause, Play, RotateCcw, X } from 'lucide-react'
import { queue } from '@/entities/uploads/queue'
import { resume } from '@/entities/uploads/resume'
import { isUnderWay, newestFirst, type Upload } from '@/entities/uploads/uploads'
import { uploads as copy } from '@/shared/copy/library/uploads'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { trackTime } from '@/shared/lib/time/track-time'
import { IconButton } from '@/shared/ui/icon-button'
import { ProgressBar } from '@/shared/ui/progress-bar'

export function UploadRows({ list }: { list: readonly Upload[] }) {
  return newestFirst(list).map((upload) => <UploadRow key={upload.id} upload={upload} />)
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, name, size, sent, state, canRetry, canPause } = upload
  const client = useQueryClient()
  const isGoing = isUnderWay(upload)
  const isPaused = state === 'paused'
  return (
    <li className="flex items-center gap-3 min-h-14 px-4 py-2 border-t border-line">
      <StateIcon state={state} />
      <div className="grow min-w-0">
        <div className="flex gap-3 justify-between">
          <span className="font-medium truncate">{name}</span>
          {isGoing ? (
            <span className="num flex-none text-12 leading-5 text-ink-2">{speedText(upload)}</span>
          ) : null}
        </div>
        {state === 'sending' || isPaused ? (
          <ProgressBar
            className={cx('mt-1.5', isPaused && 'opacity-60')}
            label={copy.progressOf(name)}
            value={size === 0 ? 1 : sent / size}
            valueText={copy.ofTotal(fileSize(sent), fileSize(size))}
          />
        ) : null}
        <p className={cx('num mt-0.5 text-12', state === 'failed' ? 'text-neg' : 'text-ink-3')}>
          {detail(upload)}
        </p>
      </div>
      <div className="flex flex-none">
        {canPause && (isGoing || isPaused) ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={isPaused ? copy.resumeOf(name) : copy.pauseOf(name)}
            icon={
              isPaused ? (
                <Play aria-hidden className="size-4 fill-current" />
              ) : (
                <Pause aria-hidden className="size-4 fill-current" />
              )
            }
            onClick={() => (isPaused ? resume(upload, client) : queue.pause(id))}
          />
        ) : null}
        {canRetry ? (
          <IconButton
            size="sm"
            tooltip={false}
            label={copy.retryOf(name)}
            icon={<RotateCcw aria-hidden className="size-[18px]" />}
            onClick={() => queue.retry(id)}
          />
        ) : null}
        <IconButton
          size="sm"
          tooltip={false}
          label={isGoing || isPaused ? copy.cancelOf(name) : copy.dismissOf(name)}
          icon={<X aria-hidden className="size-[18px]" />}
          onClick={() => (isGoing || isPaused ? queue.cancel(id) : queue.dismiss(id))}
        />
      </div>
    </li>
  )
}

function StateIcon({ state }: { state: Upload['state'] }) {
  if (state === 'done') return <Check aria-hidden className="text-pos" />
  if (state === 'failed') return <CircleAlert aria-hidden className="text-neg" />
  return <FileAudio aria-hidden className="text-ink-3" />
}

function speedText({ state, rate, secondsLeft, sent, size }: Upload): string {
  if (state === 'waiting') return copy.waiting
  if (sent >= size) return copy.finishing
  const parts = [
    rate === null ? null : copy.speed(fileSize(rate)),
    secondsLeft === null ? null : copy.left(trackTime(secondsLeft)),
  ]
  return parts.filter(Boolean).join(' · ')
}

function detail({ state, note, sent, size, needsFile }: Upload): string {
  if (note !== null) return note
  if (state === 'paused')
    return needsFile
      ? copy.chooseAgain(fileSize(sent), fileSize(size))
      : copy.pausedAt(fileSize(sent), fileSize(size))
  if (state === 'done') return copy.done
  if (state === 'cancelled') return copy.cancelled
  return copy.ofTotal(fileSize(sent), fileSize(size))
}
