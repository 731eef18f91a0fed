// The card itself as a button that shows or hides its details.
import type { Card, CardDetails } from '@/entities/cards/card'
import { cards as copy } from '@/shared/copy/money/cards'
import { PaymentCard } from '@/shared/ui/payment-card'
import { formatNumber } from './card-typing'

type CardButtonProps = { card: Card; nickname?: string; details?: CardDetails; onToggle: () => void }

export function CardButton({ card, nickname, details, onToggle }: CardButtonProps) {
  const brand = copy.types[card.type]
  const number = details ? formatNumber(details.number) : card.number
  return (
    <button
      type="button"
      aria-label={details ? copy.hide(brand, number, details.expiry) : copy.show(brand, card.lastFour)}
      onClick={onToggle}
      className="group block w-full rounded-panel"
    >
      <PaymentCard
        look={card.type}
        brand={brand}
        aside={card.isDefault ? copy.default : nickname}
        number={number}
        lastFour={card.lastFour}
        holder={card.holder}
        expiry={details?.expiry ?? card.expiry}
        labels={{ holder: copy.holder, expires: copy.expires }}
        className="shadow-1 group-hover:shadow-2"
      />
    </button>
  )
}
