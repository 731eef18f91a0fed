// A track without a picture: title, figures, cover if there is one, and the sound bars.
import type { RefObject } from 'react'
import { type Document, formatOf, isDoubtful, nameOf } from '@/entities/documents/document'
import { player as copy } from '@/shared/copy/library/player'
import { camelotOf, shortKey } from '@/shared/lib/musical-key'
import { Cover } from '@/shared/ui/cover'
import { AudioBars } from './audio-bars'

type AudioSceneProps = {
  document: Document
  media: RefObject<HTMLMediaElement | null>
  isPlaying: boolean
  waveform: number[] | null
}

type Fact = { name: string; value: string; more?: string | null; confidence?: number | null }

export function AudioScene({ document, media, isPlaying, waveform }: AudioSceneProps) {
  const { bpm, bpm_confidence, musical_key, key_confidence, loudness, thumbnail, artist, genre } = document
  const facts: Fact[] = [
    ...(bpm === null
      ? []
      : [
          {
            name: copy.facts.tempo,
            value: copy.tempo(String(Math.round(bpm * 10) / 10)),
            confidence: bpm_confidence,
          },
        ]),
    ...(musical_key === null
      ? []
      : [
          {
            name: copy.facts.key,
            value: shortKey(musical_key),
            more: camelotOf(musical_key),
            confidence: key_confidence,
          },
        ]),
    ...(loudness === null
      ? []
      : [{ name: copy.facts.loudness, value: copy.loudness(loudness.toFixed(1).replace('-', '−')) }]),
    { name: copy.facts.format, value: formatOf(document) },
  ]
  return (
    <>
      <AudioBars media={media} isPlaying={isPlaying} waveform={waveform} />
      <div className="player-facts relative flex items-start gap-4 px-5 sm:px-8 pt-4 sm:pt-7">
        <Cover onStage src={thumbnail} name={nameOf(document)} className="size-[72px] rounded-control" />
        <div className="min-w-0">
          <p className="truncate text-12 text-stage-ink-2">
            {copy.audioTrack}
            {[artist, genre].filter(Boolean).map((word) => ` · ${word}`)}
          </p>
          <dl className="num flex flex-wrap gap-x-6 sm:gap-x-10 gap-y-2 mt-2 sm:mt-4">
            {facts.map(({ name, value, more, confidence = null }) => (
              <div key={name}>
                <dt className="text-12 text-stage-ink-2">{name}</dt>
                <dd className="text-16 sm:text-20 font-semibold tracking-tight whitespace-nowrap">
                  <DoubtMark confidence={confidence} />
                  {value}
                  {more ? <span className="ml-1.5 text-12 font-medium text-stage-ink-2">{more}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </>
  )
}

/** A tilde before a detected value with low confidence. */
function DoubtMark({ confidence }: { confidence: number | null }) {
  if (confidence === null || !isDoubtful(confidence)) return null
  const why = copy.measured(Math.round(confidence * 100))
  return (
    <span title={why} className="text-stage-mark">
      ~<span className="sr-only">{` ${why} `}</span>
    </span>
  )
}
