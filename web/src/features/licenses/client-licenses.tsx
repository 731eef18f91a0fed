// The panel of a client's active licenses, each with its beat and its last day.
import { Link } from '@tanstack/react-router'
import { useCover } from '@/entities/documents/covers'
import { NO_FILTER } from '@/entities/licenses/filter'
import type { License } from '@/entities/licenses/license'
import { licensesQuery } from '@/entities/licenses/queries'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { clientLicenses as copy, licenses } from '@/shared/copy/licenses/licenses'
import { dayText } from '@/shared/lib/time/calendar'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Cover } from '@/shared/ui/cover'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'
import { MostUsed } from './most-used'
import { StateBadge } from './state-badge'

type ClientLicensesProps = { client: { id: string; name: string }; className?: string }

const SHOWN = 8

export function ClientLicenses({ client, className }: ClientLicensesProps) {
  const list = usePagedRows(licensesQuery({ ...NO_FILTER, client: client.id, shown: 'active' }))
  // A client without a license gets no panel.
  if (list.error === null && list.rows.length === 0) return null
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={
        <Link to={PATHS.licenses} search={{ client: client.id }} className={panelLinkClass}>
          {copy.all}
        </Link>
      }
      className={className}
    >
      {list.error ? (
        <Banner tone="error" className="m-3" action={<Button onClick={list.retry}>{copy.retry}</Button>}>
          {errorMessageOf(list.error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : (
        <ul aria-label={copy.titleOf(client.name)} className="@container border-t border-line">
          {list.rows.slice(0, SHOWN).map((license) => (
            <ClientLicense key={license.id} license={license} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ClientLicense({ license }: { license: License }) {
  const cover = useCover(license.document_id)
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] @min-[560px]:grid-cols-[40px_minmax(0,1fr)_190px_104px] items-center gap-x-3 min-h-16 px-(--pad) border-t border-line first:border-t-0">
      <Cover src={cover} name={license.title} className="size-10" />
      <span className="min-w-0">
        <Link
          to={PATHS.license}
          params={{ id: license.id }}
          className="block truncate font-medium rounded-small hover:underline underline-offset-3"
        >
          {license.title}
        </Link>
        <span className="num block text-12 text-ink-3">
          {[
            license.kind,
            license.expires_on === null ? licenses.forever : copy.until(dayText(license.expires_on)),
          ].join(' · ')}
        </span>
      </span>
      <span className="hidden @min-[560px]:block min-w-0">
        <MostUsed license={license} />
      </span>
      <span className="justify-self-end">
        <StateBadge license={license} />
      </span>
    </li>
  )
}
