// The preview of a beat that strangers hear: its state, a play button, and a button that renders it again.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pause, Play, RotateCw } from 'lucide-react'
import { useSound } from '@/entities/player/use-sound'
import {
  fetchPreview,
  type Preview,
  previewQuery,
  previewSettingsQuery,
  usePreparePreviews,
} from '@/entities/previews/previews'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { beatPreview as copy } from '@/shared/copy/library/previews'
import { cx } from '@/shared/lib/cx'
import { trackTime } from '@/shared/lib/time/track-time'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { panelLinkClass, textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'

type BeatPreviewProps = { documentId: string; title: string; className?: string }

export function BeatPreview({ documentId, title, className }: BeatPreviewProps) {
  const { data: preview, error, refetch } = useQuery(previewQuery(documentId))
  return (
    <Panel
      solid
      title={copy.title}
      aside={
        <Link to={PATHS.previewSettings} className={panelLinkClass}>
          {copy.settings}
        </Link>
      }
      className={className}
    >
      {preview ? (
        <State documentId={documentId} title={title} preview={preview} />
      ) : error ? (
        <ListFailure
          text={errorMessageOf(error, copy.failed) ?? copy.failed}
          retryLabel={copy.retry}
          onRetry={() => refetch()}
        />
      ) : (
        <Loading label={copy.loading} className="flex items-center gap-3">
          <Skeleton width={40} height={40} round />
          <Skeleton width={200} />
        </Loading>
      )}
    </Panel>
  )
}

const TONES = { pending: 'warn', ready: 'pos', failed: 'neg' } as const

function State({ documentId, title, preview }: { documentId: string; title: string; preview: Preview }) {
  const { data: settings } = useQuery(previewSettingsQuery)
  const { mutateAsync: prepare, isPending } = usePreparePreviews()
  const { playingId, toggle } = useSound(async () => {
    const { url } = await fetchPreview(documentId)
    if (url === null) throw new Error('there is nothing to play')
    return url
  }, copy.playFailed)
  const { state, source, url, duration, sentence } = preview
  // The id changes when the preview was rendered again, so that the new sound is loaded.
  const soundId = `${source} ${state} ${preview.size ?? 0}`
  const isOn = playingId !== null
  const isToned = source === 'made' && settings?.is_tag_missing === true
  const Go = isOn ? Pause : Play

  async function prepareAgain() {
    try {
      await prepare()
      toast.success(copy.againStarted, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, copy.againFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <button
        type="button"
        aria-label={isOn ? copy.pauseOf(title) : copy.playOf(title)}
        disabled={url === null}
        onClick={() => toggle(playingId ?? soundId)}
        className="grid place-items-center flex-none size-10 rounded-pill bg-accent text-on-accent hover:bg-accent-hover disabled:opacity-50 disabled:pointer-events-none"
      >
        <Go aria-hidden className={cx('size-[18px] fill-current', !isOn && 'translate-x-px')} />
      </button>
      <div className="grow basis-44 min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[state]}>{copy.states[state]}</Badge>
          {duration === null ? null : <span className="num text-12 text-ink-3">{trackTime(duration)}</span>}
        </p>
        <p role="status" className="mt-1 text-12 text-ink-2 break-words">
          {state === 'failed'
            ? sentence
            : state === 'pending'
              ? url === null
                ? copy.pendingText
                : copy.renewing
              : isToned
                ? copy.tone
                : copy.sources[source]}
          {state === 'ready' && isToned ? (
            <>
              {'. '}
              <Link to={PATHS.previewSettings} className={textLinkClass}>
                {copy.addTag}
              </Link>
            </>
          ) : null}
        </p>
      </div>
      {source === 'made' && state === 'failed' ? (
        <Button size="sm" icon={<RotateCw aria-hidden />} pending={isPending} onClick={prepareAgain}>
          {copy.again}
        </Button>
      ) : null}
    </div>
  )
}
