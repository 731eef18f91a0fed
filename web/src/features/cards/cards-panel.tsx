// The first two cards, as Finances shows them. Pressing one asks for the PIN; the rest are a link away.
import type { ReactElement, ReactNode } from 'react'
import type { Card } from '@/entities/cards/card'
import { useNicknames } from '@/entities/cards/nicknames'
import { LISTS } from '@/shared/config/limits'
import { finances as copy } from '@/shared/copy/finances'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { CardButton } from './card-button'
import { PinDialog } from './pin-dialog'
import { useReveal } from './use-reveal'

type CardsPanelProps = {
  cards: readonly Card[]
  /** The link to all cards, given its text here. */
  viewAll: (content: ReactNode) => ReactElement
  /** What leads to adding the first card. */
  add: ReactNode
  className?: string
}

export function CardsPanel({ cards, viewAll, add, className }: CardsPanelProps) {
  const { shown, asked, toggle, closeAsked, onRevealed } = useReveal('always')
  const names = useNicknames()
  return (
    <Panel
      title={copy.paymentCards}
      aside={cards.length > LISTS.financesCards ? viewAll(copy.viewAllCards(cards.length)) : null}
      className={className}
    >
      {cards.length === 0 ? (
        <EmptyState level={3} title={copy.noCardsTitle} action={add}>
          {copy.noCards}
        </EmptyState>
      ) : (
        <ul className="grid sm:max-xl:grid-cols-2 gap-3 max-w-[860px] xl:max-w-[400px] mx-auto">
          {cards.slice(0, LISTS.financesCards).map((card) => (
            <li key={card.id}>
              <CardButton
                card={card}
                nickname={names[card.id]}
                details={shown[card.id]}
                onToggle={() => toggle(card)}
              />
            </li>
          ))}
        </ul>
      )}
      {asked ? (
        <PinDialog
          key={asked.serial}
          card={asked.card}
          open={asked.isOpen}
          onClose={closeAsked}
          onRevealed={onRevealed(asked.card)}
        />
      ) : null}
    </Panel>
  )
}
