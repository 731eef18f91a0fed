// The badge of an offer's state.
import { Ban, Clock, Eye, MessageSquareText, PenLine, Send, TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Offer, type OfferDisplayState, offerDisplayStateOf } from '@/entities/offers/offer'
import { offers as copy } from '@/shared/copy/offers'
import { Badge, type BadgeTone } from '@/shared/ui/badge'

const LOOKS: Record<OfferDisplayState, { tone: BadgeTone; icon?: ReactNode }> = {
  draft: { tone: 'outline', icon: <PenLine aria-hidden /> },
  sent: { tone: 'outline', icon: <Send aria-hidden /> },
  viewed: { tone: 'info', icon: <Eye aria-hidden /> },
  accepted: { tone: 'accent' },
  paid: { tone: 'pos' },
  delivered: { tone: 'pos' },
  declined: { tone: 'neg' },
  withdrawn: { tone: 'neutral', icon: <Ban aria-hidden /> },
  expired: { tone: 'neutral', icon: <Clock aria-hidden /> },
  refunded: { tone: 'neutral', icon: <Undo2 aria-hidden /> },
  attention: { tone: 'warn', icon: <TriangleAlert aria-hidden /> },
  counter: { tone: 'warn', icon: <MessageSquareText aria-hidden /> },
}

export function OfferBadge({ offer }: { offer: Pick<Offer, 'state' | 'payment_reports' | 'counter'> }) {
  const state = offerDisplayStateOf(offer)
  const { tone, icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {copy.states[state]}
    </Badge>
  )
}
