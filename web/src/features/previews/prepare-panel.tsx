// The panel that renders the previews of all beats, with their progress.
import { useQuery } from '@tanstack/react-query'
import { previewProgressQuery, usePreparePreviews } from '@/entities/previews/previews'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { previewSettings } from '@/shared/copy/library/previews'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { toast } from '@/shared/ui/toast/toast'

const { all: copy } = previewSettings

export function PreparePanel({ className }: { className?: string }) {
  const { data: progress } = useQuery(previewProgressQuery)
  const { mutate: prepare, isPending } = usePreparePreviews()
  const start = () =>
    prepare(undefined, {
      onSuccess: () => toast.success(copy.started, TOASTS.success),
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })
  const { ready = 0, total = 0, pending = 0, failed = 0 } = progress ?? {}
  const isBusy = isPending || pending > 0
  const isDone = total > 0 && ready >= total && pending === 0
  const text = [
    total === 0 ? copy.none : copy.of(ready, total),
    ...(pending > 0 ? [copy.pending(pending)] : []),
    ...(failed > 0 ? [copy.failedCount(failed)] : []),
  ].join(' · ')
  return (
    <Panel solid id="all-previews" title={copy.title} className={className}>
      <p className="text-ink-2">{copy.text}</p>
      {progress ? (
        <div className="grid gap-2 mt-4">
          {total === 0 ? null : (
            <ProgressBar value={ready / total} label={copy.progress} valueText={copy.of(ready, total)} />
          )}
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="num text-12 text-ink-3">
              {text}
            </p>
            <Button
              pending={isBusy}
              pendingLabel={copy.preparing}
              disabled={total === 0 || isDone}
              onClick={start}
            >
              {copy.prepare}
            </Button>
          </div>
        </div>
      ) : null}
    </Panel>
  )
}
