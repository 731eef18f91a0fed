// The side rail: items that need attention, the queue, uploads, and the latest activity. It shows as many rows as fit,
// so that it never scrolls. Folded, it shows only one note on its edge for each item that needs attention.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Attention, attentionQuery } from '@/entities/attention/queries'
import { useUpNext } from '@/entities/player/player'
import { queue } from '@/entities/uploads/queue'
import { newestFirst, type Upload, useUploads } from '@/entities/uploads/uploads'
import { rail as copy } from '@/shared/copy/figures/rail'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { attentionRowsOf } from './attention-rows'
import { AttentionSection } from './attention-section'
import { fitRows } from './fit-rows'
import { LogSection } from './log-section'
import { QUEUE_ROW_PX, QueueSection } from './queue-section'
import { UploadsSection } from './uploads-section'
import './rail.css'

const ATTENTION = { rowPx: 42, usual: 4, most: 7 }
const QUEUE = { rowPx: QUEUE_ROW_PX, usual: 3, most: 8 }
const UPLOADS = { rowPx: 48, usual: 2, most: 4 }
const LOG = { rowPx: 28, usual: 3, most: 5 }

export function Rail({ isFolded }: { isFolded: boolean }) {
  const { data, isError, refetch } = useQuery(attentionQuery)
  const uploads = useUploads()
  const failed = useMemo(() => uploads.filter(({ state }) => state === 'failed'), [uploads])
  const matters = useMemo(() => attentionRowsOf(data?.items ?? [], failed), [data, failed])
  const total = (data?.total ?? 0) + Math.min(1, failed.length)
  if (isFolded) return <FoldedRail tones={matters.map(({ tone }) => tone)} total={total} />
  return (
    <Sections
      data={data}
      matters={matters}
      total={total}
      uploads={uploads}
      onRetryUploads={() => {
        for (const { id, canRetry } of failed) if (canRetry) queue.retry(id)
      }}
      onRetry={isError && data === undefined ? refetch : null}
    />
  )
}

type SectionsProps = {
  data: Attention | undefined
  matters: ReturnType<typeof attentionRowsOf>
  total: number
  uploads: readonly Upload[]
  onRetryUploads: () => void
  /** Refetches what could not be loaded; null if nothing failed. */
  onRetry: (() => void) | null
}

function Sections({ data, matters, total, uploads, onRetryUploads, onRetry }: SectionsProps) {
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeight(frame)
  const { upcoming } = useUpNext()
  const recent = data?.recent ?? []
  const [attentionRows = 0, queueRows = 0, uploadRows = 0, logRows = 0] = fitRows(
    [
      { ...ATTENTION, rows: matters.length, total },
      { ...QUEUE, rows: upcoming.length, total: upcoming.length },
      { ...UPLOADS, rows: uploads.length, total: uploads.length },
      // Older activity is in the histories, so it is not counted.
      { ...LOG, rows: recent.length, total: 0 },
    ],
    height,
  )
  const isEmpty = data !== undefined && attentionRows + queueRows + uploadRows + logRows === 0
  return (
    <div className="rail">
      <div ref={frame} className="rail-frame">
        {attentionRows > 0 ? (
          <AttentionSection
            matters={matters.slice(0, attentionRows)}
            total={total}
            onRetry={onRetryUploads}
          />
        ) : null}
        {data === undefined && onRetry === null ? <RailSkeleton /> : null}
        {onRetry === null ? null : (
          <div className="rail-alone">
            <p className="text-12 text-ink-2">{copy.failed}</p>
            <Button size="sm" onClick={onRetry} className="mt-2">
              {copy.retry}
            </Button>
          </div>
        )}
        {queueRows > 0 ? <QueueSection rows={queueRows} /> : null}
        {uploadRows > 0 ? <UploadsSection uploads={newestFirst(uploads)} rows={uploadRows} /> : null}
        {logRows > 0 ? <LogSection activities={recent.slice(0, logRows)} /> : null}
        {isEmpty ? (
          <div className="rail-alone">
            <p className="font-medium">{copy.empty.title}</p>
            <p className="mt-1 text-12 text-ink-3">{copy.empty.text}</p>
          </div>
        ) : null}
      </div>
    </div>
  )
}

function RailSkeleton() {
  return (
    <Loading label={copy.loading} className="rail-alone grid gap-4">
      {[150, 120, 165].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton width={width} />
          <Skeleton width={width - 40} height={10} />
        </div>
      ))}
    </Loading>
  )
}

/** The folded rail: one note for each item. Screen readers get their number as text. */
function FoldedRail({ tones, total }: { tones: readonly string[]; total: number }) {
  return (
    <div className="rail-edge">
      {tones.map((tone, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a note is nothing but its place
        <i key={at} aria-hidden className={cx('rail-due', `is-${tone}`)} />
      ))}
      {total > 0 ? <p className="sr-only">{copy.waiting(total)}</p> : null}
    </div>
  )
}

/** The height of the element, before the first paint and whenever it changes. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (current === null) return
    const measure = () => setHeight(current.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return height
}
