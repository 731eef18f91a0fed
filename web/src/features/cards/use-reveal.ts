// Which cards currently show their details. Finances asks for the PIN for every card; the cards page asks once and
// keeps the PIN for five minutes in the tab. After that everything is masked again.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Card, CardDetails } from '@/entities/cards/card'
import { useRevealCard } from '@/entities/cards/mutations'
import { pinHold } from '@/entities/cards/pin-hold'
import { cardPinQuery } from '@/entities/cards/queries'
import { ApiError, answeredText } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { cards as copy } from '@/shared/copy/money/cards'
import { toast } from '@/shared/ui/toast/toast'

type Asked = { card: Card; isOpen: boolean; serial: number }

export function useReveal(asks: 'always' | 'once') {
  const [shown, setShown] = useState<Readonly<Record<string, CardDetails>>>({})
  const [asked, setAsked] = useState<Asked | null>(null)
  const { mutateAsync } = useRevealCard()
  // Loads the PIN status before the first click, so that the dialog opens with the right question.
  useQuery(cardPinQuery)

  useEffect(() => pinHold.onEnd(() => setShown({})), [])

  const show = useCallback((card: Card, details: CardDetails) => {
    setShown((now) => ({ ...now, [card.id]: details }))
    toast.success(copy.revealed, TOASTS.success)
  }, [])

  const hide = useCallback((id: string) => {
    setShown(({ [id]: _, ...others }) => others)
  }, [])

  const ask = (card: Card) =>
    setAsked((before) => ({ card, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  async function showWithHeld(card: Card, pin: string) {
    try {
      show(card, await mutateAsync({ id: card.id, pin }))
    } catch (error) {
      const isPinRefused = error instanceof ApiError && [403, 409, 429].includes(error.status)
      if (isPinRefused) {
        // The PIN was changed on another device, or is locked.
        pinHold.end()
        ask(card)
      } else toast.error(answeredText(error, copy.revealFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return {
    /** The details of the cards that show them, by the card's id. */
    shown,
    asked,
    hide,
    toggle: (card: Card) => {
      if (shown[card.id]) return hide(card.id)
      const held = asks === 'once' ? pinHold.pin() : null
      if (held === null) ask(card)
      else showWithHeld(card, held)
    },
    closeAsked: () => setAsked((now) => now && { ...now, isOpen: false }),
    onRevealed: (card: Card) => (details: CardDetails, pin: string) => {
      pinHold.keep(pin)
      setAsked((now) => now && { ...now, isOpen: false })
      show(card, details)
    },
  }
}
