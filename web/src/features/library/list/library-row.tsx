// One item of the library, and its columns. All rows have the same height, because only the rows near the view are
// drawn.
import { Link } from '@tanstack/react-router'
import { Globe, Pause, Play, TriangleAlert, Video } from 'lucide-react'
import { type MouseEvent, memo, useRef } from 'react'
import { type Document, formatOf, nameOf } from '@/entities/documents/document'
import type { Sort } from '@/entities/documents/filter'
import { PATHS } from '@/shared/config/paths'
import { library as copy } from '@/shared/copy/library/library'
import { publicBeats } from '@/shared/copy/shop/shop'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { formatAmount } from '@/shared/lib/money/money'
import { trackTime } from '@/shared/lib/time/track-time'
import { Cover } from '@/shared/ui/cover'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Cell, Row } from '@/shared/ui/lists/table'
import { Spinner } from '@/shared/ui/spinner'
import { Key, Tempo, UnknownValue } from './detected-value'
import { RoleMarks } from './role-marks'
import { RowActions, type RowHandlers } from './row-actions'
import { SoundShape } from './sound-shape'

/** A column of the table. `nameClass` can hide its name, always or in a narrow panel. */
type Column = {
  name: string
  sort?: Sort
  align?: 'right'
  nameClass?: string
  className?: string
}

// A phone shows cover, track, tempo and key; a laptop shows all but format and size, which stand under the date there.
const MID = 'hidden @min-[720px]:table-cell'
const WIDE = 'hidden @min-[1080px]:table-cell'
/** On a phone the checkboxes appear once a row is selected. */
const CHECK = 'hidden @min-[720px]:table-cell in-data-[selecting=true]:table-cell'

/** On a phone the checkboxes take the room of this column. */
const KEY = '@max-[719px]:in-data-[selecting=true]:hidden'

const [play, track, format, size, date, actions] = copy.columns
const { select, shape, bpm, key, duration, price } = copy.moreColumns

export const COLUMNS: readonly Column[] = [
  { name: select, className: cx('w-[44px] pl-4! pr-0!', CHECK) },
  {
    name: play,
    nameClass: 'sr-only',
    className: 'w-[60px] pl-4! pr-0! @min-[720px]:w-[54px] @min-[720px]:pl-2.5!',
  },
  {
    name: track,
    sort: 'title',
    className: '@min-[720px]:w-[174px] @min-[860px]:w-[208px] @min-[1080px]:w-[248px]',
  },
  { name: shape, nameClass: 'sr-only', className: MID },
  { name: duration, sort: 'duration', align: 'right', className: cx('w-[54px] px-1.5!', MID) },
  { name: bpm, sort: 'bpm', align: 'right', className: 'w-[54px] px-1.5!' },
  { name: key, className: cx('w-[66px] px-1.5! @min-[720px]:w-[76px] @min-[720px]:pl-3!', KEY) },
  { name: price, className: cx('w-[80px] @min-[1080px]:w-[112px] px-1.5!', MID) },
  { name: format, className: cx('w-[68px] px-1.5!', WIDE) },
  { name: size, sort: 'size', align: 'right', className: cx('w-[92px] px-1.5!', WIDE) },
  { name: date, sort: 'date', align: 'right', className: cx('w-[100px] px-1.5!', MID) },
  {
    name: actions,
    align: 'right',
    nameClass: 'sr-only @min-[1080px]:not-sr-only',
    className: 'w-[46px] pl-0! pr-1.5! @min-[1080px]:w-[172px] @min-[1080px]:pr-3!',
  },
]

type LibraryRowProps = {
  document: Document
  rowIndex: number
  isCurrent: boolean
  isPlaying: boolean
  isSelected: boolean
  handlers: RowHandlers
}

export const LibraryRow = memo(function LibraryRow({
  document,
  rowIndex,
  isCurrent,
  isPlaying,
  isSelected,
  handlers,
}: LibraryRowProps) {
  const { duration, file_size, uploaded_at, thumbnail, category } = document
  const name = nameOf(document)
  const Icon = isPlaying ? Pause : Play
  const isRange = useRef(false)

  function onClick(event: MouseEvent<HTMLElement>) {
    const isChoosing = event.currentTarget.closest('[data-selecting="true"]') !== null
    const target = event.target as Element
    if (target.closest('button, label, input, [role="menu"]') !== null) return
    if (target.closest('a') !== null) {
      // A click on the title opens the beat, unless rows are being selected.
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey && !(isChoosing && isTouch())) return
      event.preventDefault()
    }
    if (event.shiftKey) handlers.onSelect(document, true)
    else if (event.ctrlKey || event.metaKey || (isChoosing && isTouch())) handlers.onSelect(document, false)
    else handlers.onPlay(document)
  }

  return (
    <Row
      data-row
      aria-rowindex={rowIndex}
      selected={isSelected}
      className={cx('cursor-default', isSelected && 'bg-accent-soft!')}
      onClickCapture={onClick}
      onMouseDown={(event) => {
        // Shift would select the text between two clicks.
        if (event.shiftKey) event.preventDefault()
      }}
      onContextMenu={(event) => {
        if (!isTouch()) return
        event.preventDefault()
        handlers.onSelect(document, false)
      }}
    >
      <Cell
        className={cx(ROW, 'pl-4! pr-0!', CHECK)}
        onClickCapture={(event) => {
          isRange.current = event.shiftKey
        }}
      >
        <Checkbox
          label={<span className="sr-only">{copy.selectOf(name)}</span>}
          checked={isSelected}
          onCheckedChange={() => handlers.onSelect(document, isRange.current)}
          className="gap-0! px-1 -mx-1"
        />
      </Cell>
      <Cell className={cx(ROW, 'pl-4! @min-[720px]:pl-2.5! pr-0!')}>
        <button
          type="button"
          aria-label={isPlaying ? copy.pauseOf(name) : copy.playOf(name)}
          onClick={() => handlers.onPlay(document)}
          className="group/cover relative block size-10 in-data-[compact=true]:size-8 rounded-small overflow-hidden"
        >
          <Cover src={thumbnail} name={name} className="size-full" />
          <span
            aria-hidden
            className={cx(
              'absolute inset-0 grid place-items-center bg-stage/70 text-stage-ink settle',
              isCurrent
                ? 'opacity-100'
                : 'opacity-0 group-hover/row:opacity-100 group-focus-visible/cover:opacity-100',
            )}
          >
            <Icon className={cx('size-4 fill-current', isPlaying ? null : 'translate-x-px')} />
          </span>
          {category === 'video' && !isCurrent ? (
            <span
              aria-hidden
              className="absolute right-0.5 bottom-0.5 grid place-items-center size-4 rounded-small bg-stage text-stage-ink group-hover/row:opacity-0"
            >
              <Video className="size-3" />
            </span>
          ) : null}
        </button>
      </Cell>
      <Cell strong className={ROW}>
        <Link
          to={PATHS.beat}
          params={{ id: document.id }}
          className={cx(
            'block w-fit max-w-full truncate rounded-small hover:underline',
            isCurrent && 'font-semibold text-accent-text',
          )}
          title={name}
        >
          {name}
        </Link>
        <SecondLine document={document} />
      </Cell>
      <Cell className={cx(ROW, 'px-1.5!', MID)}>
        <SoundShape document={document} isCurrent={isCurrent} onPlayFrom={handlers.onPlayFrom} />
      </Cell>
      <Cell numeric dim className={cx(ROW, 'px-1.5!', MID)}>
        {duration === null ? <UnknownValue /> : trackTime(duration)}
      </Cell>
      <Cell numeric className={cx(ROW, 'px-1.5!')}>
        <Tempo document={document} onRepair={handlers.onEdit} />
      </Cell>
      <Cell className={cx(ROW, 'px-1.5! @min-[720px]:pl-3!', KEY)}>
        <Key document={document} onRepair={handlers.onEdit} />
      </Cell>
      <Cell className={cx(ROW, 'px-1.5!', MID)}>
        <Price document={document} onEdit={handlers.onEdit} />
      </Cell>
      <Cell dim className={cx(ROW, 'px-1.5!', WIDE)}>
        {formatOf(document)}
      </Cell>
      <Cell numeric dim className={cx(ROW, 'px-1.5!', WIDE)}>
        {fileSize(file_size)}
      </Cell>
      <Cell numeric dim className={cx(ROW, 'px-1.5!', MID)}>
        {localDate(uploaded_at)}
        <span className="block text-12 text-ink-3 @min-[1080px]:hidden">
          {formatOf(document)} · {fileSize(file_size)}
        </span>
      </Cell>
      <Cell className={cx(ROW, 'pl-0! pr-1.5! @min-[1080px]:pr-3!')}>
        <RowActions document={document} handlers={handlers} />
      </Cell>
    </Row>
  )
})

const ROW = 'h-(--row-two-lines)! max-sm:h-[60px]!'

/** True on a touch screen, which has no modifier keys and no hover. */
function isTouch(): boolean {
  return window.matchMedia('(hover: none)').matches
}

/** The price, or the status if the beat is sold, above the tags. */
function Price({ document, onEdit }: { document: Document; onEdit: (document: Document) => void }) {
  const { price, status, tags } = document
  const tagText = tags.join(', ')
  return (
    <>
      {status === 'Sold' ? (
        <span className="block truncate text-ink-3">{copy.sold}</span>
      ) : price === null ? (
        <button
          type="button"
          aria-label={copy.setPriceOf(nameOf(document))}
          onClick={() => onEdit(document)}
          className="block max-w-full truncate rounded-small text-accent-text hover:underline"
        >
          {copy.setPrice}
        </button>
      ) : (
        <span className="num block truncate font-medium">
          {Number(price) === 0 ? copy.free : formatAmount(price).replace(/\.00$/, '')}
        </span>
      )}
      {tagText === '' ? null : (
        <span className="block truncate text-12 text-ink-3" title={tagText}>
          {tagText}
        </span>
      )}
    </>
  )
}

/** Artist, genre and kind of media, and the state of its analysis. */
function SecondLine({ document }: { document: Document }) {
  const { category, analysis, analysis_error, artist, genre, duration, status } = document
  const kind = category === 'video' ? copy.videoTrack : copy.audioTrack
  const facts = [artist, genre, kind].filter(Boolean).join(' · ')
  return (
    <span className="flex items-center gap-1.5 min-w-0 text-12 font-regular text-ink-3">
      <span className="truncate" title={facts}>
        {duration === null || analysis !== 'done' ? null : (
          <span className="num @min-[720px]:hidden">
            {trackTime(duration)}
            {' · '}
          </span>
        )}
        {facts}
      </span>
      <RoleMarks roles={document.roles} />
      {document.is_public ? (
        <span title={publicBeats.mark} className="flex-none">
          <Globe aria-hidden className="size-3.5 text-accent-text" />
          <span className="sr-only">{publicBeats.mark}</span>
        </span>
      ) : null}
      {status === 'Sold' ? (
        <span className="flex-none px-1.5 rounded-pill bg-accent-soft text-accent-text font-medium @min-[720px]:hidden">
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

function localDate(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { year: 'numeric', month: '2-digit', day: '2-digit' })
}
