// The sign-in history or the security log, newest first: event, device, place and time.
import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import {
  type SecurityEntry,
  type SecurityList,
  securityEntriesQuery,
  withoutDuplicates,
} from '@/entities/security/queries'
import { errorMessageOf } from '@/shared/api/error'
import { securityReview as copy } from '@/shared/copy/identity/security'
import { momentText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Loading, Skeleton } from '@/shared/ui/skeleton'

export function SecurityEntries({ list, failed }: { list: SecurityList; failed: string }) {
  const query = useInfiniteQuery(securityEntriesQuery(list))
  const { data, isFetchingNextPage, hasNextPage } = query
  const rows = useMemo(() => withoutDuplicates(data?.pages ?? []), [data])
  if (data === undefined) {
    return query.isError ? (
      <Banner
        tone="error"
        className="mt-4"
        action={<Button onClick={() => query.refetch()}>{copy.retry}</Button>}
      >
        {errorMessageOf(query.error, failed) ?? failed}
      </Banner>
    ) : (
      <WaitingRows />
    )
  }
  if (rows.length === 0) return <p className="pt-4 text-ink-2">{copy.nothing}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <Banner
          tone="error"
          className="mt-3"
          action={<Button onClick={() => query.fetchNextPage()}>{copy.retry}</Button>}
        >
          {copy.moreFailed}
        </Banner>
      ) : null}
      {hasNextPage && !query.isFetchNextPageError ? (
        <div className="pt-3 text-center">
          <Button
            pending={isFetchingNextPage}
            pendingLabel={copy.loadingMore}
            onClick={() => query.fetchNextPage()}
          >
            {copy.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function EntryRow({ entry }: { entry: SecurityEntry }) {
  const isBad = isWarning(entry)
  const Icon = isBad ? ShieldAlert : ShieldCheck
  return (
    <li className="flex items-center gap-3 min-h-16 py-2.5">
      <Icon aria-hidden className={isBad ? 'flex-none text-neg' : 'flex-none text-ink-3'} />
      <div className="grow min-w-0">
        <p className="font-medium">
          {eventText(entry.event)}
          {entry.detail ? <span className="font-normal text-ink-2">, {plain(entry.detail)}</span> : null}
        </p>
        <p className="mt-0.5 text-12 text-ink-3 break-words">
          {[entry.device, entry.ip_address, momentText(entry.created_at)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {entry.success === undefined ? null : entry.success ? (
        <Badge tone="pos">{copy.signedIn}</Badge>
      ) : (
        <Badge tone="neg">{copy.refused}</Badge>
      )}
    </li>
  )
}

function WaitingRows() {
  return (
    <Loading label={copy.loading}>
      {[160, 130, 180, 140, 150].map((width) => (
        <div key={width} className="flex items-center gap-3 min-h-16">
          <Skeleton width={20} height={20} />
          <div className="grid gap-2">
            <Skeleton width={width} />
            <Skeleton width={width + 80} height={10} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

function isWarning({ event }: SecurityEntry): boolean {
  return event.endsWith('_failed')
}

/** An event that this version does not know is shown by the server's name for it. */
export function eventText(event: string): string {
  return copy.events[event] ?? plain(event).replace(/^./, (first) => first.toUpperCase())
}

/** Formats an API name such as two_factor as words. */
function plain(words: string): string {
  return words.replaceAll('_', ' ')
}
