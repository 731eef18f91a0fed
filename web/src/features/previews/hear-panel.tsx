// The panel that plays the preview of a beat with the current settings. The button waits while the preview is being
// rendered.
import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { type Document, nameOf } from '@/entities/documents/document'
import { beatMatchesQuery } from '@/entities/documents/queries'
import { useSound } from '@/entities/player/use-sound'
import { fetchPreview, previewQuery } from '@/entities/previews/previews'
import { LIBRARY } from '@/shared/config/limits'
import { previewSettings } from '@/shared/copy/library/previews'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'
import { Panel } from '@/shared/ui/panel'

const { hear: copy } = previewSettings

type HearPanelProps = { isTagMissing: boolean; className?: string }

export function HearPanel({ isTagMissing, className }: HearPanelProps) {
  const { data: newest } = useQuery(beatMatchesQuery(''))
  const [chosen, setChosen] = useState<Document | null>(null)
  const first = newest?.find(({ category }) => category === 'beat')
  const beat = chosen ?? first
  return (
    <Panel solid id="hear" title={copy.title} className={className}>
      {beat ? (
        <PreviewControls key={beat.id} beat={beat} isTagMissing={isTagMissing} onChoose={setChosen} />
      ) : newest ? (
        <p className="text-ink-2">{copy.noBeats}</p>
      ) : null}
    </Panel>
  )
}

type PreviewControlsProps = { beat: Document; isTagMissing: boolean; onChoose: (beat: Document) => void }

function PreviewControls({ beat, isTagMissing, onChoose }: PreviewControlsProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = useDebounced((typed ?? '').trim(), LIBRARY.searchDelayMs)
  const { data: matches = [] } = useQuery(beatMatchesQuery(wanted))
  const { data: preview } = useQuery(previewQuery(beat.id))
  const { playingId, toggle } = useSound(async () => {
    const { url } = await fetchPreview(beat.id)
    if (url === null) throw new Error('there is nothing to play')
    return url
  }, copy.failed)
  const isOn = playingId !== null
  const isPending = preview === undefined || preview.state === 'pending'
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label={copy.beat} className="grow basis-52">
          <SuggestInput
            value={typed ?? nameOf(beat)}
            onValueChange={setTyped}
            items={matches
              .filter(({ category }) => category === 'beat')
              .map((one) => ({ id: one.id, label: nameOf(one), note: one.genre ?? undefined, one }))}
            listLabel={copy.beatOptions}
            placeholder={copy.beatPlaceholder}
            onChoose={({ one }) => {
              setTyped(null)
              onChoose(one)
            }}
          />
        </Field>
        <Button
          icon={isOn ? <Pause aria-hidden /> : <Play aria-hidden />}
          disabled={preview?.state === 'failed'}
          pending={isPending && !isOn}
          pendingLabel={copy.waiting}
          // The id changes when the preview was rendered again, so that the new sound is loaded.
          onClick={() => toggle(playingId ?? `${preview?.state} ${preview?.size} ${preview?.duration}`)}
        >
          {isOn ? copy.pause : copy.play}
        </Button>
      </div>
      <p role="status" className="text-12 text-ink-3">
        {preview?.state === 'failed'
          ? preview.sentence
          : isPending
            ? copy.preparing
            : preview.source !== 'made'
              ? copy.own
              : isTagMissing
                ? copy.tone
                : copy.made}
      </p>
    </div>
  )
}
