// The head of a license: the beat, its state, kind and buyer, the price under a double rule, and four facts.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCover } from '@/entities/documents/covers'
import type { License } from '@/entities/licenses/license'
import { PATHS } from '@/shared/config/paths'
import { licenseView as copy, licenses } from '@/shared/copy/licenses/licenses'
import { dayText, today } from '@/shared/lib/time/calendar'
import { Cover } from '@/shared/ui/cover'
import { Money } from '@/shared/ui/figures/money'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'
import { StateBadge } from './state-badge'

export function LicenseHead({ license }: { license: License }) {
  const { reference, title, kind, buyer, client_id, price, currency, ended_reason } = license
  return (
    <Panel solid padded={false} className="@container">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 px-(--pad) py-5">
        <Cover
          src={useCover(license.document_id)}
          name={title}
          className="size-16 @min-[560px]:size-24 rounded-control!"
        />
        <div className="grow basis-52 min-w-0">
          <p className="flex items-center gap-2 mb-1">
            <span className="num text-12 text-ink-3">{reference}</span>
            <StateBadge license={license} />
          </p>
          <h1 className="text-20 tracking-tight break-words">{title}</h1>
          <p className="text-ink-2 break-words">
            {copy.for(kind)}
            {client_id ? (
              <Link to={PATHS.clients} search={{ client: client_id }} className={textLinkClass}>
                {buyer.name}
              </Link>
            ) : (
              buyer.name
            )}
          </p>
          {ended_reason ? <p className="mt-1 text-12 text-ink-3">{copy.reason(ended_reason)}</p> : null}
        </div>
        <span className="inline-block double-rule">
          <Money
            amount={price}
            currency={currency}
            cents="small"
            className="text-28 font-semibold tracking-figures"
          />
        </span>
      </div>
      <dl className="num grid grid-cols-2 @min-[640px]:grid-cols-4 border-t border-line overflow-clip rounded-b-panel">
        <HeadFact name={copy.issued}>{dayText(today(new Date(license.issued_at)))}</HeadFact>
        <EndFact license={license} />
        <OtherFact license={license} />
        <HeadFact name={copy.sale}>
          {license.sale_id ? (
            <Link to={PATHS.sales} search={{ sale: license.sale_id }} className={textLinkClass}>
              {license.sale_reference}
            </Link>
          ) : (
            (license.sale_reference ?? copy.noSale)
          )}
        </HeadFact>
      </dl>
    </Panel>
  )
}

function HeadFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 px-(--pad) py-3 -mt-px -ml-px border-t border-l border-line">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-medium break-words">{children}</dd>
    </div>
  )
}

/** The last day of the license, or the day on which it ended early. */
function EndFact({ license: { state, expires_on, ended_at } }: { license: License }) {
  const hasEnded = state !== 'active' && state !== 'expired' && ended_at !== null
  if (hasEnded) return <HeadFact name={copy.ended}>{dayText(today(new Date(ended_at)))}</HeadFact>
  return (
    <HeadFact name={copy.expires}>{expires_on === null ? licenses.forever : dayText(expires_on)}</HeadFact>
  )
}

/** The license that this one replaced or that replaced it; without either, the first day. */
function OtherFact({ license }: { license: License }) {
  const { superseded_by, upgraded_from, starts_on } = license
  const id = superseded_by ?? upgraded_from
  if (id === null) return <HeadFact name={copy.starts}>{dayText(starts_on)}</HeadFact>
  return (
    <HeadFact name={superseded_by ? copy.replacedBy : copy.replaces}>
      <Link to={PATHS.license} params={{ id }} className={textLinkClass}>
        {superseded_by ? license.superseded_by_reference : license.upgraded_from_reference}
      </Link>
    </HeadFact>
  )
}
