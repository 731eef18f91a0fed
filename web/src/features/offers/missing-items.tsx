// Links to where the missing values of an offer's contracts are entered. Each opens a new tab, so that the typed values
// stay.
import { Link } from '@tanstack/react-router'
import type { Missing } from '@/entities/licenses/kind'
import { PATHS } from '@/shared/config/paths'
import { issueForm as copy } from '@/shared/copy/licenses/licenses'
import type { MissingItem } from '@/shared/ui/missing-list'
import { textLinkClass } from '@/shared/ui/text-link'

const linkClass = `${textLinkClass} text-warn!`

export function missingItems(missing: readonly Missing[], clientId: string | null): MissingItem[] {
  return missing.map(({ field, label, where }) => ({
    id: field,
    label,
    where: placeOf(where, clientId),
  }))
}

function placeOf(where: Missing['where'], clientId: string | null) {
  if (where === 'buyer' && clientId !== null) {
    return (
      <Link to={PATHS.clients} search={{ client: clientId }} target="_blank" className={linkClass}>
        {copy.whereClient}
      </Link>
    )
  }
  if (where === 'buyer') return copy.where.buyer
  return (
    <Link to={where === 'beat' ? PATHS.library : PATHS.licenseSettings} target="_blank" className={linkClass}>
      {copy.where[where]}
    </Link>
  )
}
