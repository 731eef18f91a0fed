// The record of a license, the newest entry first. The Check button verifies the whole hash chain on the server.
import { Check, Link2, TriangleAlert } from 'lucide-react'
import type { LicenseEvent } from '@/entities/licenses/license'
import { useCheckRecord } from '@/entities/licenses/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { licenseView as copy } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'
import { momentText } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

type RecordPanelProps = { licenseId: string; events: readonly LicenseEvent[]; className?: string }

export function RecordPanel({ licenseId, events, className }: RecordPanelProps) {
  const check = useCheckRecord()
  const broken = check.data && !check.data.is_intact ? (check.data.broken ?? '') : null
  const isIntact = check.data?.is_intact === true
  const newestFirst = [...events].sort((one, other) => other.number - one.number)
  return (
    <Panel
      solid
      padded={false}
      title={copy.record}
      aside={<span className="num text-12 text-ink-3">{copy.entries(events.length)}</span>}
      className={className}
    >
      <div
        role="status"
        className={cx(
          'flex flex-wrap items-center gap-2.5 mx-(--pad) mb-5 px-3 py-2.5 rounded-control font-medium',
          isIntact && 'bg-pos-soft text-pos',
          broken !== null && 'bg-neg-soft text-neg',
          check.data === undefined && 'bg-surface-3 text-ink-2',
        )}
      >
        {isIntact ? <Check aria-hidden className="size-[18px]" /> : null}
        {broken !== null ? <TriangleAlert aria-hidden className="size-[18px]" /> : null}
        {check.data === undefined ? <Link2 aria-hidden className="size-[18px]" /> : null}
        <span className="grow basis-40">
          {isIntact ? copy.intact : broken !== null ? copy.broken(broken) : copy.notChecked}
        </span>
        <Button
          size="sm"
          pending={check.isPending}
          pendingLabel={copy.checking}
          onClick={() =>
            check.mutate(licenseId, {
              onError: (error) =>
                toast.error(errorMessageOf(error, copy.checkFailed) ?? calls.offline, TOASTS.other),
            })
          }
        >
          {check.data === undefined ? copy.check : copy.checkAgain}
        </Button>
      </div>
      <ol className="px-(--pad) pb-3" aria-label={copy.record}>
        {newestFirst.map((event, index) => (
          <li
            key={event.number}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-[7px] pl-[26px]"
          >
            <span
              aria-hidden
              className={cx(
                'absolute left-[5px] w-0.5 bg-line-strong',
                index === 0 ? 'top-4' : 'top-0',
                index === newestFirst.length - 1 ? 'h-4' : 'bottom-0',
                newestFirst.length === 1 && 'hidden',
              )}
            />
            <span
              aria-hidden
              className="absolute left-[0.5px] top-[12.5px] w-[11px] h-[9px] rounded-pill -rotate-24 bg-series-1"
            />
            <b className="font-medium">{copy.events[event.kind] ?? event.kind}</b>
            <time dateTime={event.at} className="num text-12 leading-5 text-ink-3">
              {momentText(event.at)}
            </time>
            <span className="text-12 leading-5 text-ink-3 break-words">{event.detail}</span>
            <code className="code text-12 leading-5 text-right text-ink-3" title={event.hash}>
              {shortHash(event.hash)}
            </code>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Shortens a hash to its first and last four digits. */
function shortHash(hash: string): string {
  return hash.length > 10 ? `${hash.slice(0, 4)}…${hash.slice(-4)}` : hash
}
