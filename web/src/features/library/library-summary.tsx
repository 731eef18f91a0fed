// A summary of the library: its size, its genres, and the newest files with play and download.
import { Download, Pause, Play } from 'lucide-react'
import { type Document, nameOf } from '@/entities/documents/document'
import type { Library } from '@/entities/figures/figures'
import { player, usePlayer } from '@/entities/player/player'
import { withColors } from '@/shared/charts/shares'
import { SplitBar } from '@/shared/charts/split-bar'
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { cx } from '@/shared/lib/cx'
import { fileSize } from '@/shared/lib/file-size'
import { shortDayText, today } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { IconButton } from '@/shared/ui/icon-button'
import { Outline } from './outline'
import { saveDocumentLater } from './save-later'

export function LibrarySummary({ library }: { library: Library }) {
  const { total, available, bytes, genres, latest } = library
  const listed = genres.reduce((sum, { count }) => sum + count, 0)
  const shares = withColors(
    [
      ...genres.map(({ genre, count }) => ({ name: genre ?? copy.noGenre, value: count })),
      ...(total > listed ? [{ name: copy.otherGenres, value: total - listed }] : []),
    ],
    copy.otherGenres,
  )
  return (
    <div className="@container grow">
      <div className="grid @min-[680px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="min-w-0 px-(--pad) pb-5">
          <p>
            <span className="num text-28 font-semibold tracking-figures">
              {total.toLocaleString('en-US')}
            </span>{' '}
            <span className="text-ink-2">{copy.libraryCount(total)}</span>
          </p>
          <p className="num text-ink-2 mb-4">{copy.libraryAvailable(available, fileSize(bytes))}</p>
          <SplitBar label={copy.genres} shares={shares} />
        </div>
        <ul aria-label={copy.latest} className="min-w-0 pb-1 @min-[680px]:-mt-3">
          {latest.map((document, index) => (
            <LatestRow key={document.id} document={document} list={latest} isFirst={index === 0} />
          ))}
        </ul>
      </div>
    </div>
  )
}

type LatestRowProps = { document: Document; list: readonly Document[]; isFirst: boolean }

function LatestRow({ document, list, isFirst }: LatestRowProps) {
  const { current, isPlaying } = usePlayer()
  const name = nameOf(document)
  const isCurrent = current?.id === document.id
  const plays = isCurrent && isPlaying
  const Icon = plays ? Pause : Play
  const { genre, uploaded_at, status } = document
  return (
    <li
      className={cx(
        'flex items-center gap-3 min-h-[52px] px-(--pad) border-line border-t',
        isFirst && '@min-[680px]:border-t-0',
      )}
    >
      <button
        type="button"
        aria-label={plays ? copy.pauseOf(name) : copy.playOf(name)}
        onClick={() => (isCurrent ? player.setPlaying(!isPlaying) : player.open(document, list))}
        className={cx(
          'grid place-items-center flex-none size-8 rounded-pill border',
          plays
            ? 'bg-accent border-accent text-on-accent'
            : 'border-line-strong bg-surface-solid text-ink hover:bg-surface-3',
        )}
      >
        <Icon aria-hidden className={cx('size-3.5 fill-current', plays ? null : 'translate-x-px')} />
      </button>
      <div className="min-w-0 mr-auto">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="num block truncate text-12 text-ink-3">
          {[genre, shortDayText(today(new Date(uploaded_at)))].filter(Boolean).join(' · ')}
        </span>
      </div>
      <Outline
        parts={document.outline}
        className={cx('hidden @min-[860px]:block', isCurrent ? 'stroke-accent-text' : 'stroke-line-strong')}
      />
      {status === 'Sold' ? (
        <Badge>{status}</Badge>
      ) : (
        <Badge tone="pos" icon={null}>
          {status}
        </Badge>
      )}
      <IconButton
        size="sm"
        tooltip={false}
        label={copy.downloadOf(name)}
        icon={<Download aria-hidden className="size-[18px]" />}
        onClick={() => saveDocumentLater(document)}
        className="-mr-2"
      />
    </li>
  )
}
