// The list of upcoming tracks: each can be played at once, moved by its handle with the pointer or the arrow keys, or
// removed.
import { GripVertical, Repeat, Repeat1, Shuffle, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { useUpNext } from '@/entities/player/player'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import { Cover } from '@/shared/ui/cover'
import { StageButton } from './stage-button'

/** The number of rows that are drawn; the other rows are counted. */
const MOST_ROWS = 50
const ROW_PX = 48

export function QueuePanel({ className }: { className?: string }) {
  const { upcoming, isShuffled, repeat, play, remove, move, toggleShuffle, cycleRepeat } = useUpNext()
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const refocus = useRef<string | null>(null)
  const shown = upcoming.slice(0, MOST_ROWS)
  const drag = useDragOrder(list, shown.length, move, setHeld)

  // A row that moves in the list loses the focus, so it is focused again.
  useEffect(() => {
    if (refocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(refocus.current)}"]`)?.focus()
    refocus.current = null
  })

  function onHandleKey(event: KeyboardEvent, document: Document, place: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const to = place + step
    if (to < 0 || to >= upcoming.length) return
    refocus.current = document.id
    move(document.id, to)
    setAnnounced(copy.movedTo(nameOf(document), to + 1, upcoming.length))
  }

  return (
    <section aria-label={copy.upNext} className={cx('flex flex-col min-h-0 bg-stage', className)}>
      <div className="flex items-center gap-1 flex-none h-12 pl-4 pr-2">
        <p className="num mr-auto text-12 text-stage-ink-2 truncate">{summaryOf(upcoming)}</p>
        <StageButton
          label={copy.shuffle}
          aria-pressed={isShuffled}
          className={cx(isShuffled && 'bg-stage-line text-stage-mark!')}
          icon={<Shuffle aria-hidden className="size-[18px]" />}
          onClick={toggleShuffle}
        />
        <StageButton
          label={copy.repeat[repeat]}
          className={cx(repeat !== 'off' && 'bg-stage-line text-stage-mark!')}
          icon={
            repeat === 'one' ? (
              <Repeat1 aria-hidden className="size-[18px]" />
            ) : (
              <Repeat aria-hidden className="size-[18px]" />
            )
          }
          onClick={cycleRepeat}
        />
      </div>
      {shown.length === 0 ? (
        <div className="px-4 pb-4">
          <p className="font-medium">{copy.queueEmpty}</p>
          <p className="text-12 text-stage-ink-2">{copy.queueEmptyText}</p>
        </div>
      ) : (
        <ul ref={list} className="grow min-h-0 overflow-y-auto overscroll-contain px-2 pb-2">
          {shown.map((document, place) => {
            const name = nameOf(document)
            return (
              <li
                key={document.id}
                className={cx(
                  'group/item flex items-center gap-1 h-12 pl-2 pr-1 rounded-control hover:bg-stage-2 focus-within:bg-stage-2',
                  held === document.id && 'bg-stage-line!',
                )}
              >
                <button
                  type="button"
                  aria-label={copy.playOf(name)}
                  onClick={() => play(document.id)}
                  className="flex items-center grow min-w-0 gap-3 h-full text-left rounded-small focus-visible:outline-stage-mark"
                >
                  <Cover onStage src={document.thumbnail} name={name} className="size-8" />
                  <span className="grow min-w-0 truncate">{name}</span>
                  <span className="num flex-none text-12 text-stage-ink-2">
                    {document.duration === null ? null : trackTime(document.duration)}
                  </span>
                </button>
                <StageButton
                  label={copy.removeOf(name)}
                  className="size-7! opacity-0 group-hover/item:opacity-100 group-focus-within/item:opacity-100 [@media(hover:none)]:opacity-100"
                  icon={<X aria-hidden className="size-4" />}
                  onClick={() => remove(document.id)}
                />
                <StageButton
                  label={copy.moveOf(name)}
                  title={copy.moveHint}
                  data-handle={document.id}
                  className="size-7! cursor-grab active:cursor-grabbing touch-none"
                  icon={<GripVertical aria-hidden className="size-4" />}
                  onKeyDown={(event) => onHandleKey(event, document, place)}
                  onPointerDown={(event) => drag(event, document.id)}
                />
              </li>
            )
          })}
          {upcoming.length > shown.length ? (
            <li className="num px-2 py-2 text-12 text-stage-ink-2">
              {copy.queueMore(upcoming.length - shown.length)}
            </li>
          ) : null}
        </ul>
      )}
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </section>
  )
}

/** Moves the dragged row to the place under the pointer until it is released. */
function useDragOrder(
  list: RefObject<HTMLUListElement | null>,
  count: number,
  move: (id: string, to: number) => void,
  setHeld: (id: string | null) => void,
) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (event: PointerEvent, id: string) => {
    if (event.button !== 0) return
    event.preventDefault()
    setHeld(id)
    let place = -1
    // On the window, because the row, and with it the handle, moves in the document.
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const frame = list.current
      if (frame === null) return
      const y = clientY - frame.getBoundingClientRect().top + frame.scrollTop
      const to = Math.min(count - 1, Math.max(0, Math.floor(y / ROW_PX)))
      if (to === place) return
      place = to
      move(id, to)
    }
    const onEnd = () => {
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onEnd)
      window.removeEventListener('pointercancel', onEnd)
      stop.current = null
      setHeld(null)
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onEnd)
    window.addEventListener('pointercancel', onEnd)
    stop.current = onEnd
  }
}

function summaryOf(upcoming: readonly Document[]): string {
  if (upcoming.length === 0) return copy.upNext
  const seconds = upcoming.reduce((sum, { duration }) => sum + (duration ?? 0), 0)
  return copy.upNextSummary(upcoming.length, seconds < 60 ? null : copy.minutes(Math.round(seconds / 60)))
}
