// The upcoming tracks: each can be played at once, removed, or moved by its handle with the pointer or the arrow keys.
import { GripVertical, Repeat, Repeat1, Shuffle, X } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { useUpNext } from '@/entities/player/player'
import { player as copy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { shortKey } from '@/shared/lib/musical-key'
import { trackTime } from '@/shared/lib/time/track-time'
import { Cover } from '@/shared/ui/cover'
import { IconButton } from '@/shared/ui/icon-button'
import { RailSection } from './rail-section'

export const QUEUE_ROW_PX = 42

export function QueueSection({ rows }: { rows: number }) {
  const { upcoming, isShuffled, repeat, play, remove, move, toggleShuffle, cycleRepeat } = useUpNext()
  const list = useRef<HTMLDivElement>(null)
  const refocus = useRef<string | null>(null)
  const [held, setHeld] = useState<string | null>(null)
  const [announced, setAnnounced] = useState('')
  const shown = upcoming.slice(0, rows)

  // A row that moves in the list loses the focus, so it is focused again.
  useEffect(() => {
    if (refocus.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(refocus.current)}"]`)?.focus()
    refocus.current = null
  })

  function onHandleKey(event: KeyboardEvent, document: Document, place: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const to = place + step
    if (step === 0 || to < 0 || to >= shown.length) return
    event.preventDefault()
    event.stopPropagation()
    refocus.current = document.id
    move(document.id, to)
    setAnnounced(copy.movedTo(nameOf(document), to + 1, upcoming.length))
  }

  /** Moves the dragged row to the place under the pointer until it is released. */
  function drag(event: PointerEvent, id: string) {
    const top = list.current?.querySelector('ul')?.getBoundingClientRect().top
    if (event.button !== 0 || top === undefined) return
    event.preventDefault()
    setHeld(id)
    const released = new AbortController()
    const onMove = ({ clientY }: globalThis.PointerEvent) => {
      const place = Math.floor((clientY - top) / QUEUE_ROW_PX)
      move(id, Math.min(shown.length - 1, Math.max(0, place)))
    }
    const onEnd = () => {
      released.abort()
      setHeld(null)
    }
    const { signal } = released
    window.addEventListener('pointermove', onMove, { signal })
    window.addEventListener('pointerup', onEnd, { signal })
    window.addEventListener('pointercancel', onEnd, { signal })
  }

  const RepeatIcon = repeat === 'one' ? Repeat1 : Repeat
  return (
    <div ref={list}>
      <RailSection
        title={copy.upNext}
        hidden={upcoming.length - shown.length}
        listClassName="rail-list"
        aside={
          <>
            <IconButton
              size="sm"
              label={copy.shuffle}
              aria-pressed={isShuffled}
              className={cx('rail-tool', isShuffled && 'is-on')}
              icon={<Shuffle aria-hidden />}
              onClick={toggleShuffle}
            />
            <IconButton
              size="sm"
              label={copy.repeat[repeat]}
              className={cx('rail-tool', repeat !== 'off' && 'is-on')}
              icon={<RepeatIcon aria-hidden />}
              onClick={cycleRepeat}
            />
          </>
        }
      >
        {shown.map((document, place) => {
          const name = nameOf(document)
          return (
            <li key={document.id} className={cx('group/row', held === document.id && 'bg-accent-soft')}>
              <button
                type="button"
                aria-label={copy.playOf(name)}
                onClick={() => play(document.id)}
                className="rail-open flex grow items-center min-w-0 gap-2.5 text-left rounded-small"
              >
                <Cover src={document.thumbnail} name={name} className="size-8" />
                <span className="grow min-w-0">
                  <b className="block truncate font-medium">{name}</b>
                  <span className="num block truncate text-12 text-ink-3">{factsOf(document)}</span>
                </span>
                <span className="num flex-none text-12 text-ink-3 group-hover/row:hidden group-focus-within/row:hidden">
                  {document.duration === null ? null : trackTime(document.duration)}
                </span>
              </button>
              <span className="rail-reveal flex flex-none -mr-1.5">
                <IconButton
                  size="sm"
                  tooltip={false}
                  label={copy.removeOf(name)}
                  className="rail-tool"
                  icon={<X aria-hidden />}
                  onClick={() => remove(document.id)}
                />
                <IconButton
                  size="sm"
                  tooltip={false}
                  label={copy.moveOf(name)}
                  title={copy.moveHint}
                  data-handle={document.id}
                  className="rail-tool cursor-grab touch-none"
                  icon={<GripVertical aria-hidden />}
                  onKeyDown={(event) => onHandleKey(event, document, place)}
                  onPointerDown={(event) => drag(event, document.id)}
                />
              </span>
            </li>
          )
        })}
      </RailSection>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </div>
  )
}

function factsOf({ bpm, musical_key, genre }: Document): string {
  const facts = [bpm === null ? null : `${Math.round(bpm)} BPM`, musical_key && shortKey(musical_key)]
  return facts.filter(Boolean).join(' · ') || (genre ?? '')
}
