// The panel of a beat's licenses and their buyers, the newest first.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NO_FILTER } from '@/entities/licenses/filter'
import { licensesQuery } from '@/entities/licenses/queries'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { beat, beatLicenses as copy } from '@/shared/copy/library/beat'
import { cx } from '@/shared/lib/cx'
import { dayText } from '@/shared/lib/time/calendar'
import { Avatar } from '@/shared/ui/avatar'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'
import { StateBadge } from './state-badge'

const SHOWN = 8

type BeatLicensesProps = {
  documentId: string
  className?: string
  /** Shown below the list, such as the reservation. */
  children?: ReactNode
}

export function BeatLicenses({ documentId, className, children }: BeatLicensesProps) {
  const list = usePagedRows(licensesQuery({ ...NO_FILTER, beat: documentId }))
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={
        <Link to={PATHS.licenses} search={{ beat: documentId }} className={panelLinkClass}>
          {copy.all}
        </Link>
      }
      className={cx('flex flex-col', className)}
    >
      {list.error ? (
        <ListFailure
          className="mx-(--pad) mb-4"
          text={errorMessageOf(list.error, copy.failed) ?? copy.failed}
          retryLabel={beat.retry}
          onRetry={list.retry}
        />
      ) : list.isLoaded && list.rows.length === 0 ? (
        <p className="px-(--pad) pb-2 text-ink-2">{copy.noneText}</p>
      ) : (
        <ul aria-label={copy.title} className="border-t border-line">
          {list.rows.slice(0, SHOWN).map((license) => (
            <li
              key={license.id}
              className="flex items-center gap-3 min-h-16 px-(--pad) py-2 border-b border-line"
            >
              <Avatar name={license.buyer.name} />
              <span className="grow min-w-0">
                <Link
                  to={PATHS.license}
                  params={{ id: license.id }}
                  className="block truncate font-medium rounded-small hover:underline underline-offset-3"
                >
                  {license.buyer.name}
                </Link>
                <span className="num block truncate text-12 text-ink-3">
                  {license.reference} · {license.kind}
                </span>
              </span>
              <span className="grid justify-items-end gap-0.5 flex-none">
                <StateBadge license={license} />
                <span className="num text-12 text-ink-3">
                  {license.expires_on === null ? copy.forever : copy.until(dayText(license.expires_on))}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
    </Panel>
  )
}
