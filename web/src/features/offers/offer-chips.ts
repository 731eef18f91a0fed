// The filters by beat and by client of the offer list, as chips that remove them. Their names come from a listed offer.
import type { OfferFilter } from '@/entities/offers/filter'
import type { Offer } from '@/entities/offers/offer'
import { offers as copy } from '@/shared/copy/offers'
import type { FilterChip } from '@/shared/ui/lists/filter-chips'

export function offerChips(
  filter: OfferFilter,
  rows: readonly Offer[],
  onChange: (filter: OfferFilter) => void,
): FilterChip[] {
  const { beat, client } = filter
  const line = rows.flatMap(({ lines }) => lines).find(({ document_id }) => document_id === beat)
  const offer = rows.find(({ client_id }) => client_id === client)
  return [
    ...(beat === ''
      ? []
      : [{ label: line?.title ?? copy.oneBeat, onRemove: () => onChange({ ...filter, beat: '' }) }]),
    ...(client === ''
      ? []
      : [
          { label: offer?.buyer.name ?? copy.oneClient, onRemove: () => onChange({ ...filter, client: '' }) },
        ]),
  ]
}
