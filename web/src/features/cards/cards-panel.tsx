// The first two cards, as Finances shows them. Pressing one asks for the PIN; a link leads to the rest.
import type { ReactElement, ReactNode } from 'react'
import type { Card } from '@/entities/cards/card'
import { useNicknames } from '@/entities/cards/nicknames'
import { LISTS } from '@/shared/config/limits'
import { finances as copy } from '@/shared/copy/money/finances'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, SkeletonCard } from '@/shared/ui/skeleton'
import { CardButton } from './card-button'
import { PinDialog } from './pin-dialog'
import { useReveal } from './use-reveal'

type CardsPanelProps = {
  /** Undefined while the list is loading. */
  cards: readonly Card[] | undefined
  /** The message if the list could not be loaded. */
  failure: string | null
  onRetry: () => void
  /** Renders the link to all cards around the given text. */
  viewAll: (content: ReactNode) => ReactElement
  /** The button or link that adds the first card. */
  add: ReactNode
  className?: string
}

export function CardsPanel({ cards, failure, onRetry, viewAll, add, className }: CardsPanelProps) {
  const count = cards?.length ?? 0
  return (
    <Panel
      title={copy.paymentCards}
      aside={count > LISTS.financesCards ? viewAll(copy.viewAllCards(count)) : null}
      className={className}
    >
      {cards ? <FirstCards cards={cards} add={add} /> : null}
      {!cards && failure ? (
        <Banner tone="error" action={<Button onClick={onRetry}>{copy.retry}</Button>}>
          {failure}
        </Banner>
      ) : null}
      {!cards && !failure ? (
        <Loading label={copy.paymentCards} className={columns}>
          <SkeletonCard />
          <SkeletonCard />
        </Loading>
      ) : null}
    </Panel>
  )
}

/** Side by side where the panel has the whole width, one above the other where it shares it. */
const columns = 'grid grid-cols-[minmax(0,1fr)] sm:max-xl:grid-cols-[repeat(2,minmax(0,1fr))] gap-3'

function FirstCards({ cards, add }: { cards: readonly Card[]; add: ReactNode }) {
  const { shownDetails, pinQuestion, toggle, closePinQuestion, onRevealed } = useReveal('always')
  const names = useNicknames()
  if (cards.length === 0) {
    return (
      <EmptyState level={3} title={copy.noCardsTitle} action={add}>
        {copy.noCards}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className={columns}>
        {cards.slice(0, LISTS.financesCards).map((card) => (
          <li key={card.id}>
            <CardButton
              card={card}
              nickname={names[card.id]}
              details={shownDetails[card.id]}
              onToggle={() => toggle(card)}
            />
          </li>
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
