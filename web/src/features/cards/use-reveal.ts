// Reveals card details. Finances asks for the PIN for every card; the cards page asks once and holds the PIN for five
// minutes in the tab. After that all cards are masked again.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Card, CardDetails } from '@/entities/cards/card'
import { useRevealCard } from '@/entities/cards/mutations'
import { pinHold } from '@/entities/cards/pin-hold'
import { cardPinQuery } from '@/entities/cards/queries'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { cards as copy } from '@/shared/copy/money/cards'
import { toast } from '@/shared/ui/toast/toast'

type PinQuestion = { card: Card; isOpen: boolean; serial: number }

export function useReveal(asks: 'always' | 'once') {
  const [shownDetails, setShownDetails] = useState<Readonly<Record<string, CardDetails>>>({})
  const [pinQuestion, setPinQuestion] = useState<PinQuestion | null>(null)
  const { mutateAsync } = useRevealCard()
  // Loads the PIN status before the first click, so that the dialog opens with the right question.
  useQuery(cardPinQuery)

  useEffect(() => pinHold.onEnd(() => setShownDetails({})), [])

  const show = useCallback((card: Card, details: CardDetails) => {
    setShownDetails((now) => ({ ...now, [card.id]: details }))
    toast.success(copy.revealed, TOASTS.success)
  }, [])

  const hide = useCallback((id: string) => {
    setShownDetails(({ [id]: _, ...others }) => others)
  }, [])

  const askForPin = (card: Card) =>
    setPinQuestion((before) => ({ card, isOpen: true, serial: (before?.serial ?? 0) + 1 }))

  async function showWithHeldPin(card: Card, pin: string) {
    try {
      show(card, await mutateAsync({ id: card.id, pin }))
    } catch (error) {
      const isPinRefused = error instanceof ApiError && [403, 409, 429].includes(error.status)
      if (isPinRefused) {
        // The PIN was changed on another device, or is locked.
        pinHold.end()
        askForPin(card)
      } else toast.error(errorMessageOf(error, copy.revealFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return {
    /** The details of the cards that show them, by the card's id. */
    shownDetails,
    pinQuestion,
    hide,
    toggle: (card: Card) => {
      if (shownDetails[card.id]) return hide(card.id)
      const held = asks === 'once' ? pinHold.pin() : null
      if (held === null) askForPin(card)
      else showWithHeldPin(card, held)
    },
    closePinQuestion: () => setPinQuestion((now) => now && { ...now, isOpen: false }),
    onRevealed: (card: Card) => (details: CardDetails, pin: string) => {
      pinHold.keep(pin)
      setPinQuestion((now) => now && { ...now, isOpen: false })
      show(card, details)
    },
  }
}
