// The preview of the contract that would be issued, and its missing values with links to where each is entered.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, TriangleAlert } from 'lucide-react'
import type { Missing } from '@/entities/licenses/kind'
import { kindsQuery } from '@/entities/licenses/kinds'
import { type IssueBody, issuePreviewQuery } from '@/entities/licenses/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { contract, issueForm as copy, roleNouns } from '@/shared/copy/licenses/licenses'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Banner } from '@/shared/ui/banner'
import { ContractSheet } from '@/shared/ui/contract-sheet'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { textLinkClass } from '@/shared/ui/text-link'

const DELAY_MS = 350

type ContractCheckProps = {
  /** The request body of the preview; null until the form has enough values for a contract. */
  body: IssueBody | null
  /** The missing values that the server listed when it refused the license. */
  refused: readonly Missing[]
}

export function ContractCheck({ body, refused }: ContractCheckProps) {
  const later = useDebounced(JSON.stringify(body), DELAY_MS)
  const previewBody = JSON.parse(later) as IssueBody | null
  const { data, error, isPending } = useQuery(issuePreviewQuery(previewBody))
  const { data: kinds = [] } = useQuery(kindsQuery)
  const kind = kinds.find(({ id }) => id === previewBody?.kind_id)
  const hasDefaultText = kind?.has_default_text === true
  const absent = data ? (kind?.delivers ?? []).filter((role) => !data.roles.includes(role)) : []
  const missing = data?.missing ?? refused
  return (
    <section aria-label={copy.preview} className="grid content-start gap-3 min-w-0">
      <p className="font-medium">{copy.preview}</p>
      <div aria-live="polite" className="grid gap-3">
        {previewBody === null ? <p className="text-ink-2">{copy.previewEmpty}</p> : null}
        {missing.length > 0 ? <MissingList missing={missing} clientId={body?.client_id} /> : null}
        {data && missing.length === 0 ? (
          <p className="flex items-center gap-2 text-pos">
            <Check aria-hidden className="size-[18px]" />
            {copy.ready}
          </p>
        ) : null}
        {absent.length > 0 ? (
          <p className="text-ink-2">{copy.absent(absent.map((role) => roleNouns[role]))}</p>
        ) : null}
        {error && previewBody !== null ? (
          <Banner tone="error">{errorMessageOf(error, copy.previewFailed) ?? copy.previewFailed}</Banner>
        ) : null}
      </div>
      {data && data.blocks.length > 0 && hasDefaultText ? (
        <p className="text-12 text-ink-3">{contract.defaultText}</p>
      ) : null}
      {data && data.blocks.length > 0 ? (
        <div
          role="group"
          aria-label={copy.preview}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
          tabIndex={0}
          className="max-h-[420px] overflow-y-auto rounded-small"
        >
          <ContractSheet blocks={data.blocks} marked />
        </div>
      ) : null}
      {previewBody !== null && isPending ? (
        <Loading label={copy.preview}>
          <Skeleton height={320} />
        </Loading>
      ) : null}
    </section>
  )
}

type MissingListProps = { missing: readonly Missing[]; clientId?: string }

function MissingList({ missing, clientId }: MissingListProps) {
  return (
    <div className="px-3.5 py-3 rounded-control bg-warn-soft text-warn">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-[18px]" />
        {copy.missing}
      </p>
      <ul className="grid gap-1 mt-1.5 pl-[26px]">
        {missing.map((one) => (
          <li key={one.field}>
            {`${one.label}: `}
            <EntryLink missing={one} clientId={clientId} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link to where a missing value is entered. It opens a new tab, so that the typed values stay. */
function EntryLink({
  missing: { where },
  clientId,
}: Omit<MissingListProps, 'missing'> & { missing: Missing }) {
  if (where === 'buyer' && clientId !== undefined) {
    return (
      <Link to={PATHS.clients} search={{ client: clientId }} target="_blank" className={linkClass}>
        {copy.whereClient}
      </Link>
    )
  }
  if (where === 'buyer') return copy.where.buyer
  if (where === 'beat') {
    return (
      <Link to={PATHS.library} target="_blank" className={linkClass}>
        {copy.where.beat}
      </Link>
    )
  }
  return (
    <Link to={PATHS.licenseSettings} target="_blank" className={linkClass}>
      {copy.where[where]}
    </Link>
  )
}

const linkClass = `${textLinkClass} text-warn!`
