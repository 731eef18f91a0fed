// A track without a picture: title, figures, cover if there is one, and the sound bars.
import type { RefObject } from 'react'
import { type Document, formatOf } from '@/entities/documents/document'
import { player as copy } from '@/shared/copy/media'
import { shortKey } from '@/shared/lib/musical-key'
import { AudioBars } from './audio-bars'

type AudioSceneProps = {
  document: Document
  media: RefObject<HTMLMediaElement | null>
  isPlaying: boolean
  waveform: number[] | null
}

export function AudioScene({ document, media, isPlaying, waveform }: AudioSceneProps) {
  const { bpm, musical_key, loudness, thumbnail } = document
  const facts: [string, string][] = [
    ...(bpm === null
      ? []
      : [[copy.facts.tempo, copy.tempo(String(Math.round(bpm * 10) / 10))] as [string, string]]),
    ...(musical_key === null ? [] : [[copy.facts.key, shortKey(musical_key)] as [string, string]]),
    ...(loudness === null
      ? []
      : [[copy.facts.loudness, copy.loudness(loudness.toFixed(1).replace('-', '−'))] as [string, string]]),
    [copy.facts.format, formatOf(document)],
  ]
  return (
    <>
      <AudioBars media={media} isPlaying={isPlaying} waveform={waveform} />
      <div className="player-facts relative flex items-start gap-4 px-5 sm:px-8 pt-4 sm:pt-7">
        {thumbnail ? (
          <img
            src={thumbnail}
            alt=""
            className="size-[72px] flex-none rounded-control object-cover"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
          />
        ) : null}
        <div className="min-w-0">
          <p className="text-12 text-stage-ink-2">{copy.audioTrack}</p>
          <dl className="num flex flex-wrap gap-x-6 sm:gap-x-10 gap-y-2 mt-2 sm:mt-4">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-12 text-stage-ink-2">{name}</dt>
                <dd className="text-16 sm:text-20 font-semibold tracking-tight">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </>
  )
}
