// The buttons that correct a detected tempo: by the factors by which detection is often wrong, or by tapping along.
import { type KeyboardEvent, useRef } from 'react'
import { documentForm as copy } from '@/shared/copy/library/library'
import { Button } from '@/shared/ui/button'
import { scaledTempo, TEMPO_FACTORS } from './document-schema'
import { addTap, tempoOf } from './tap-tempo'

type TempoRepairProps = { bpm: string; onTempo: (tempo: string | null) => void }

export function TempoRepair({ bpm, onTempo }: TempoRepairProps) {
  const taps = useRef<readonly number[]>([])

  function tap(at: number) {
    taps.current = addTap(taps.current, at)
    const tempo = tempoOf(taps.current)
    if (tempo !== null) onTempo(scaledTempo(String(tempo), 1))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.repeat || ![' ', 't', 'T'].includes(event.key) || event.ctrlKey || event.metaKey) return
    // A tap counts when the key goes down, not when it is released.
    event.preventDefault()
    tap(event.timeStamp)
  }

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{copy.repairTempo}</legend>
      <div className="flex gap-1.5">
        {(Object.keys(TEMPO_FACTORS) as (keyof typeof TEMPO_FACTORS)[]).map((word) => {
          const scaled = scaledTempo(bpm, TEMPO_FACTORS[word])
          return (
            <Button
              key={word}
              aria-label={copy.repairLabels[word]}
              title={copy.repairLabels[word]}
              disabled={scaled === null}
              onClick={() => onTempo(scaled)}
              className="grow px-0!"
            >
              {copy.repair[word]}
            </Button>
          )
        })}
        <Button
          aria-label={copy.tapLabel}
          title={copy.tapHint}
          onPointerDown={(event) => {
            if (event.button === 0) tap(event.timeStamp)
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            // Releasing the space bar would click the button.
            if (event.key === ' ') event.preventDefault()
          }}
          className="grow-2 px-0!"
        >
          {copy.tap}
        </Button>
      </div>
    </fieldset>
  )
}
