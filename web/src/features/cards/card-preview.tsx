// A preview of the card while the form is filled in.
import type { Card } from '@/entities/cards/card'
import { CARD } from '@/shared/config/limits'
import { cards, cardForm as copy } from '@/shared/copy/money/cards'
import { PaymentCard } from '@/shared/ui/payment-card'
import type { CardValues } from './card-schema'

type CardPreviewProps = {
  values: CardValues
  /** The card being changed; its number is fixed. */
  card?: Card
}

export function CardPreview({ values, card }: CardPreviewProps) {
  const digits = values.number.replaceAll(' ', '')
  return (
    <div aria-hidden className="w-full max-w-[300px] mx-auto sm:sticky sm:top-0">
      <PaymentCard
        look={values.type}
        brand={cards.types[values.type]}
        aside={values.nickname.trim() || (card?.isDefault ? cards.default : null)}
        number={card ? card.number : shownNumber(digits)}
        lastFour={card ? card.lastFour : digits.slice(CARD.numberDigits - 4)}
        holder={values.holder.trim() || copy.previewHolder}
        expiry={values.expiry || (card ? card.expiry : copy.expiryPlaceholder)}
        labels={{ holder: cards.holder, expires: cards.expires }}
      />
    </div>
  )
}

/** Fills missing digits of the number with dots. */
function shownNumber(digits: string): string {
  return digits.padEnd(CARD.numberDigits, '•').replace(/(.{4})(?=.)/gu, '$1 ')
}
