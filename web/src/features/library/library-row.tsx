// One item of the library, and its columns. All rows have the same height, because only the rows near the view are
// drawn.
import { Pause, Play, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import { type Document, formatOf, nameOf } from '@/entities/documents/document'
import type { Sort } from '@/entities/documents/filter'
import { library as copy } from '@/shared/copy/media'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { shortKey } from '@/shared/lib/musical-key'
import { trackTime } from '@/shared/lib/track-time'
import { Cell, Row } from '@/shared/ui/lists/table'
import { Spinner } from '@/shared/ui/spinner'
import { Outline } from './outline'
import { RowActions, type RowHandlers } from './row-actions'

/** A column of the table. `nameClass` can hide its name, always or in a narrow panel. */
type Column = {
  name: string
  sort?: Sort
  align?: 'right'
  nameClass?: string
  className?: string
}

const MID = 'hidden @min-[720px]:table-cell'
const WIDE = 'hidden @min-[860px]:table-cell'
const WIDEST = 'hidden @min-[920px]:table-cell'

const [play, track, format, size, date, actions] = copy.columns

export const COLUMNS: readonly Column[] = [
  { name: play, nameClass: 'sr-only', className: 'w-[60px] sm:w-[68px]' },
  { name: track, sort: 'title' },
  { name: copy.moreColumns.shape, nameClass: 'sr-only', className: cx('w-[104px]', WIDE) },
  { name: copy.moreColumns.bpm, sort: 'bpm', align: 'right', className: 'w-[58px] @min-[720px]:w-[60px]' },
  { name: copy.moreColumns.key, className: 'w-[52px] @min-[720px]:w-[56px]' },
  {
    name: copy.moreColumns.duration,
    sort: 'duration',
    align: 'right',
    className: cx('w-[72px]', WIDEST),
  },
  { name: format, className: cx('w-[68px]', MID) },
  { name: size, sort: 'size', align: 'right', className: cx('w-[96px]', MID) },
  { name: date, sort: 'date', align: 'right', className: cx('w-[108px]', MID) },
  {
    name: actions,
    align: 'right',
    nameClass: 'sr-only @min-[720px]:not-sr-only',
    className: 'w-[48px] sm:w-[64px] @min-[720px]:w-[132px]',
  },
]

type LibraryRowProps = {
  document: Document
  rowIndex: number
  isCurrent: boolean
  isPlaying: boolean
  handlers: RowHandlers
}

export const LibraryRow = memo(function LibraryRow({
  document,
  rowIndex,
  isCurrent,
  isPlaying,
  handlers,
}: LibraryRowProps) {
  const { bpm, musical_key, duration, file_size, uploaded_at } = document
  const name = nameOf(document)
  const Icon = isPlaying ? Pause : Play
  return (
    <Row data-row aria-rowindex={rowIndex} selected={isCurrent}>
      <Cell className={ROW}>
        <button
          type="button"
          aria-label={isPlaying ? copy.pauseOf(name) : copy.playOf(name)}
          onClick={() => handlers.onPlay(document)}
          className={cx(
            'grid place-items-center size-8 rounded-pill border',
            isPlaying
              ? 'bg-accent border-accent text-on-accent'
              : 'border-line-strong bg-surface-solid text-ink hover:bg-surface-3',
          )}
        >
          <Icon aria-hidden className={cx('size-3.5 fill-current', isPlaying ? null : 'translate-x-px')} />
        </button>
      </Cell>
      <Cell strong className={ROW}>
        <span className="block truncate" title={name}>
          {name}
        </span>
        <SecondLine document={document} />
      </Cell>
      <Cell className={cx(ROW, WIDE)}>
        <Outline
          parts={document.outline}
          className={isCurrent ? 'stroke-accent-text' : 'stroke-line-strong'}
        />
      </Cell>
      <Cell numeric className={cx(ROW, 'px-1.5!')}>
        {bpm === null ? <Unknown /> : tempoText(bpm)}
      </Cell>
      <Cell className={cx(ROW, 'px-1.5! @min-[720px]:pl-3!')}>
        {musical_key === null ? (
          <Unknown />
        ) : (
          <>
            <span aria-hidden title={musical_key}>
              {shortKey(musical_key)}
            </span>
            <span className="sr-only">{musical_key}</span>
          </>
        )}
      </Cell>
      <Cell numeric dim className={cx(ROW, WIDEST)}>
        {duration === null ? <Unknown /> : trackTime(duration)}
      </Cell>
      <Cell dim className={cx(ROW, MID)}>
        {formatOf(document)}
      </Cell>
      <Cell numeric dim className={cx(ROW, MID)}>
        {fileSize(file_size)}
      </Cell>
      <Cell numeric dim className={cx(ROW, MID)}>
        {localDate(uploaded_at)}
      </Cell>
      <Cell className={ROW}>
        <RowActions document={document} handlers={handlers} />
      </Cell>
    </Row>
  )
})

const ROW = 'h-[56px]!'

/** The kind of media, whether it is sold, and the state of its analysis. */
function SecondLine({ document }: { document: Document }) {
  const { category, analysis, analysis_error, duration, status } = document
  return (
    <span className="flex items-center gap-1.5 min-w-0 text-12 font-regular text-ink-3">
      <span className="truncate">
        {category === 'video' ? copy.videoTrack : copy.audioTrack}
        {duration === null || status === 'Sold' || analysis !== 'done' ? null : (
          <span className="num @min-[920px]:hidden">
            {' · '}
            {trackTime(duration)}
          </span>
        )}
      </span>
      {status === 'Sold' ? (
        <span className="flex-none px-1.5 rounded-pill bg-accent-soft text-accent-text font-medium">
          {copy.sold}
        </span>
      ) : null}
      {analysis === 'pending' ? (
        <span className="inline-flex flex-none items-center gap-1">
          <Spinner size={12} />
          <span className="max-sm:sr-only">{copy.analysing}</span>
        </span>
      ) : null}
      {analysis === 'failed' ? (
        <span
          title={copy.notAnalysedWhy(analysis_error)}
          className="inline-flex flex-none items-center gap-1 text-warn"
        >
          <TriangleAlert aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">{copy.notAnalysed}</span>
          <span className="sr-only">{copy.notAnalysedWhy(analysis_error)}</span>
        </span>
      ) : null}
    </span>
  )
}

function Unknown() {
  return (
    <>
      <span aria-hidden className="text-ink-3">
        –
      </span>
      <span className="sr-only">{copy.unknown}</span>
    </>
  )
}

/** A whole tempo without decimals, any other with one. */
function tempoText(bpm: number): string {
  return String(Math.round(bpm * 10) / 10)
}

function localDate(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { year: 'numeric', month: '2-digit', day: '2-digit' })
}
