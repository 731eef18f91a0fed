// The cards of the cards page in two columns, with the PIN dialog that opens their details.
import type { Card } from '@/entities/cards/card'
import { useNicknames } from '@/entities/cards/nicknames'
import { cards as copy } from '@/shared/copy/money/cards'
import { type CardHandlers, CardTile } from './card-tile'
import { PinDialog } from './pin-dialog'
import { useReveal } from './use-reveal'

type CardGridProps = { cards: readonly Card[]; handlers: Omit<CardHandlers, 'onToggle'> }

export function CardGrid({ cards, handlers }: CardGridProps) {
  const { shownDetails, pinQuestion, toggle, closePinQuestion, onRevealed } = useReveal('once')
  const names = useNicknames()
  return (
    <>
      <ul
        aria-label={copy.title}
        className="grid grid-cols-[minmax(0,1fr)] sm:grid-cols-[repeat(2,minmax(0,480px))] gap-x-6 gap-y-4"
      >
        {cards.map((card) => (
          <CardTile
            key={card.id}
            card={card}
            nickname={names[card.id]}
            details={shownDetails[card.id]}
            handlers={{ ...handlers, onToggle: toggle }}
          />
        ))}
      </ul>
      {pinQuestion ? (
        <PinDialog
          key={pinQuestion.serial}
          card={pinQuestion.card}
          open={pinQuestion.isOpen}
          onClose={closePinQuestion}
          onRevealed={onRevealed(pinQuestion.card)}
        />
      ) : null}
    </>
  )
}
