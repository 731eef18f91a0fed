// The head of a beat's view: cover, title, facts, waveform and play button.
import { CirclePlay, Download, Ellipsis, ListPlus, Pause, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Document, formatOf, nameOf } from '@/entities/documents/document'
import { player, usePlayer } from '@/entities/player/player'
import { TOASTS } from '@/shared/config/limits'
import { beat as copy } from '@/shared/copy/library/beat'
import { library } from '@/shared/copy/library/library'
import { player as playerCopy } from '@/shared/copy/library/player'
import { cx } from '@/shared/lib/cx'
import { camelotOf, shortKey } from '@/shared/lib/musical-key'
import { trackTime } from '@/shared/lib/time/track-time'
import { Cover } from '@/shared/ui/cover'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'
import { toast } from '@/shared/ui/toast/toast'
import { Wave } from './wave'

type BeatHeroProps = {
  document: Document
  waveform: number[] | null
  onDownload: () => void
  onDelete: () => void
}

export function BeatHero({ document, waveform, onDownload, onDelete }: BeatHeroProps) {
  const { current, isPlaying } = usePlayer()
  const name = nameOf(document)
  const isCurrent = current?.id === document.id
  const isOn = isCurrent && isPlaying
  const Go = isOn ? Pause : Play
  const about = [document.artist, document.genre, document.tags.join(', ')].filter(Boolean).join(' · ')
  return (
    <section
      aria-label={name}
      className="grid gap-x-6 gap-y-5 p-4 sm:p-6 rounded-panel border border-stage-line bg-stage text-stage-ink"
    >
      <div className="flex items-center sm:items-start gap-3.5 sm:gap-6 min-w-0">
        <Cover
          onStage
          src={document.thumbnail}
          name={name}
          className="size-[72px] sm:size-[136px] rounded-control!"
        />
        <div className="grow min-w-0">
          <div className="flex items-center sm:items-start gap-1 sm:gap-2">
            <div className="grow min-w-0">
              <h1 className="text-20 sm:text-28 tracking-tight break-words">{name}</h1>
              {about === '' ? null : (
                <p className="text-12 sm:text-14 text-stage-ink-2 break-words">{about}</p>
              )}
            </div>
            <Menu
              trigger={
                <button
                  type="button"
                  aria-label={copy.more}
                  className="inline-grid place-items-center flex-none size-9 mt-1.5 max-sm:mt-0 rounded-control text-stage-ink-2 hover:text-stage-ink hover:bg-stage-line aria-expanded:bg-stage-line focus-visible:outline-stage-mark"
                >
                  <Ellipsis aria-hidden className="size-[18px]" />
                </button>
              }
            >
              <MenuItem icon={<CirclePlay aria-hidden />} onSelect={() => queue('next', document)}>
                {playerCopy.playNext}
              </MenuItem>
              <MenuItem icon={<ListPlus aria-hidden />} onSelect={() => queue('last', document)}>
                {playerCopy.addToQueue}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Download aria-hidden />} onSelect={onDownload}>
                {library.download}
              </MenuItem>
              <MenuSeparator />
              <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={onDelete}>
                {library.delete}
              </MenuItem>
            </Menu>
            <button
              type="button"
              aria-label={isOn ? library.pauseOf(name) : library.playOf(name)}
              onClick={() =>
                isCurrent
                  ? player.setPlaying(!isPlaying)
                  : player.open(document, [document], { mode: 'minimized' })
              }
              className="grid place-items-center flex-none size-12 rounded-pill bg-stage-ink text-on-stage hover:opacity-90 focus-visible:outline-stage-mark"
            >
              <Go aria-hidden className={cx('size-5 fill-current', !isOn && 'translate-x-0.5')} />
            </button>
          </div>
          <HeroFacts document={document} className="mt-4 max-sm:hidden" />
        </div>
      </div>
      <HeroFacts document={document} className="sm:hidden" />
      {document.duration === null ? null : (
        <Wave document={document} waveform={waveform} isCurrent={isCurrent} />
      )}
    </section>
  )
}

function HeroFacts({ document, className }: { document: Document; className: string }) {
  const { bpm, musical_key, duration, loudness } = document
  const { facts } = copy
  return (
    <dl className={cx('num grid grid-cols-3 sm:flex flex-wrap gap-x-8 gap-y-2', className)}>
      {bpm === null ? null : (
        <HeroFact name={facts.tempo}>{playerCopy.tempo(String(Math.round(bpm * 100) / 100))}</HeroFact>
      )}
      {musical_key === null ? null : (
        <HeroFact name={facts.key}>
          {shortKey(musical_key)}
          <small className="ml-1.5 text-12 font-regular text-stage-ink-2">{camelotOf(musical_key)}</small>
        </HeroFact>
      )}
      {duration === null ? null : <HeroFact name={facts.length}>{trackTime(duration)}</HeroFact>}
      {loudness === null ? null : (
        <HeroFact name={facts.loudness}>
          {playerCopy.loudness(loudness.toFixed(1).replace('-', '−'))}
        </HeroFact>
      )}
      <HeroFact name={facts.format}>{formatOf(document)}</HeroFact>
    </dl>
  )
}

function HeroFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-12 text-stage-ink-2">{name}</dt>
      <dd className="mt-0.5 text-16 font-semibold whitespace-nowrap">{children}</dd>
    </div>
  )
}

function queue(where: 'next' | 'last', document: Document) {
  if (where === 'next') player.playNext([document])
  else player.addToQueue([document])
  toast.success(playerCopy.queued(1), { ...TOASTS.success, id: 'queued' })
}
