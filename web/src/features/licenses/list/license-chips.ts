// The active filters of the license list, as chips that remove them. The names of beat and client come from a listed
// license.
import type { LicenseFilter } from '@/entities/licenses/filter'
import type { License } from '@/entities/licenses/license'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { dayText } from '@/shared/lib/time/calendar'
import type { FilterChip } from '@/shared/ui/lists/filter-chips'

export function licenseChips(
  filter: LicenseFilter,
  rows: readonly License[],
  onChange: (filter: LicenseFilter) => void,
): FilterChip[] {
  const { kind, beat, client, expiresBefore, nearCap } = filter
  const chip = (label: string | null, without: Partial<LicenseFilter>): FilterChip[] =>
    label === null ? [] : [{ label, onRemove: () => onChange({ ...filter, ...without }) }]
  const [first] = rows
  return [
    ...chip(kind === '' ? null : (rows.find((row) => row.kind_id === kind)?.kind ?? copy.byKind), {
      kind: '',
    }),
    ...chip(beat === '' ? null : first?.document_id === beat ? first.title : copy.oneBeat, { beat: '' }),
    ...chip(client === '' ? null : first?.client_id === client ? first.buyer.name : copy.oneClient, {
      client: '',
    }),
    ...chip(expiresBefore === '' ? null : copy.before(dayText(expiresBefore)), { expiresBefore: '' }),
    ...chip(nearCap ? copy.nearCap : null, { nearCap: false }),
  ]
}
