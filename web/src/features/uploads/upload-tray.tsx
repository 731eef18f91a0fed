// The floating tray of uploads on every screen: their total progress, and a list that can be folded.
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useLayoutEffect, useState } from 'react'
import { queue } from '@/entities/uploads/queue'
import { isUnderWay, progressOf, type Upload, useShowsUploads, useUploads } from '@/entities/uploads/uploads'
import { uploads as copy } from '@/shared/copy/library/uploads'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { UploadRows } from './upload-rows'
import './upload-tray.css'

export function UploadTray() {
  const list = useUploads()
  const titleId = useId()
  const listId = useId()
  // On a phone the tray starts as one line, since the list would cover half the screen.
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 40rem)').matches)
  useTrayMark(isOpen ? 'open' : 'folded')
  return (
    <section
      aria-labelledby={titleId}
      className="upload-tray flex flex-col border border-edge rounded-panel bg-surface-solid shadow-3 overflow-hidden"
    >
      <div className="flex items-center gap-2 h-12 pl-4 pr-2">
        <h2 id={titleId} className="text-14">
          {copy.title}
        </h2>
        <span className="num grow text-12 leading-5 text-ink-2">{stateText(list)}</span>
        {isOpen ? <ClearButton list={list} /> : null}
        <IconButton
          size="sm"
          tooltip={false}
          label={isOpen ? copy.hide : copy.show}
          aria-expanded={isOpen}
          aria-controls={listId}
          className="aria-expanded:bg-transparent aria-expanded:hover:bg-surface-3"
          icon={isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      <OverallProgress list={list} />
      <ul
        id={listId}
        hidden={!isOpen}
        className="max-h-[min(280px,40dvh)] overflow-y-auto overscroll-contain"
      >
        <UploadRows list={list} />
      </ul>
    </section>
  )
}

/**
 * The uploads as a section of the side rail; the floating tray is hidden meanwhile. Renders nothing if there are no
 * uploads.
 */
export function UploadsInRail() {
  const list = useUploads()
  const titleId = useId()
  useShowsUploads()
  if (list.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <div className="flex items-center gap-2 min-h-9 px-4">
        <h2 id={titleId} className="text-12">
          {copy.title}
        </h2>
        <span className="num grow text-12 text-ink-2">{stateText(list)}</span>
        <ClearButton list={list} />
      </div>
      <OverallProgress list={list} />
      <ul>
        <UploadRows list={list} />
      </ul>
    </section>
  )
}

function OverallProgress({ list }: { list: readonly Upload[] }) {
  const { done, total, share, isBusy } = progressOf(list)
  if (!isBusy) return null
  return (
    <ProgressBar
      className="flex-none h-0.5! rounded-none!"
      label={copy.overall}
      value={share}
      valueText={copy.count(done, total)}
    />
  )
}

function ClearButton({ list }: { list: readonly Upload[] }) {
  if (list.every((one) => isUnderWay(one) || one.state === 'paused')) return null
  return (
    <Button size="sm" variant="quiet" onClick={queue.clearFinished}>
      {copy.clear}
    </Button>
  )
}

function stateText(list: readonly Upload[]): string {
  const { done, total, failed } = progressOf(list)
  return [copy.count(done, total), failed > 0 ? copy.failedCount(failed) : null].filter(Boolean).join(' · ')
}

/**
 * Marks the page with the tray's state, so that the end of the screen, and on a phone the toasts, keep clear of the
 * tray.
 */
function useTrayMark(state: 'open' | 'folded') {
  useLayoutEffect(() => {
    document.body.dataset.uploads = state
    return () => {
      delete document.body.dataset.uploads
    }
  }, [state])
}
