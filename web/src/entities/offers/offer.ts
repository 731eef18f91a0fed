// An offer: lines of beats and licenses for one buyer, from the draft to the delivery, and the actions that each state
// allows.
import type { Schemas } from '@/shared/api/client'
import { type Missing, missingFromServer, type Tier } from '../licenses/kind'
import { FILE_ROLES, type FileRole } from '../licenses/terms'
import { LICENSES } from '../sales/sale'

export const OFFER_STATES = [
  'draft',
  'sent',
  'viewed',
  'accepted',
  'paid',
  'delivered',
  'declined',
  'withdrawn',
  'expired',
  'refunded',
] as const
export type OfferState = (typeof OFFER_STATES)[number]

/** The states in which the producer or the buyer still has something to do. */
export const OPEN_STATES: readonly OfferState[] = ['draft', 'sent', 'viewed', 'accepted', 'paid']

export type OfferLine = Omit<Schemas['OfferLine'], 'tier' | 'delivers'> & { tier: Tier; delivers: FileRole[] }

export type MissingFile = { title: string; role: FileRole }

export type Offer = Omit<Schemas['OfferBody'], 'state' | 'lines' | 'missing' | 'missing_files'> & {
  state: OfferState
  lines: OfferLine[]
  missing: Missing[]
  missing_files: MissingFile[]
}

export type OfferEvent = Schemas['OfferEvent']
export type WholeOffer = Offer & { events: OfferEvent[] }

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function offerFromServer(sent: Schemas['OfferBody']): Offer {
  return {
    ...sent,
    state: OFFER_STATES.find((state) => state === sent.state) ?? 'sent',
    lines: sent.lines.map((line) => ({
      ...line,
      tier: LICENSES.find((tier) => tier === line.tier) ?? 'basic',
      delivers: FILE_ROLES.filter((role) => line.delivers.includes(role)),
    })),
    missing: sent.missing.map(missingFromServer),
    missing_files: missingFilesFromServer(sent.missing_files),
  }
}

export function missingFilesFromServer(sent: readonly { title: string; role: string }[]): MissingFile[] {
  return sent.map(({ title, role }) => ({
    title,
    role: FILE_ROLES.find((known) => known === role) ?? 'other',
  }))
}

export function wholeOfferFromServer(sent: Schemas['OfferWhole']): WholeOffer {
  return { ...offerFromServer(sent), events: sent.events }
}

/** The state that the screen shows: a reported payment to look at comes first, then a counter-offer of the buyer. */
export type OfferDisplayState = OfferState | 'attention' | 'counter'

export function offerDisplayStateOf(
  offer: Pick<Offer, 'state' | 'payment_reports' | 'counter'>,
): OfferDisplayState {
  if (offer.payment_reports.length > 0) return 'attention'
  const isOpen = offer.state === 'sent' || offer.state === 'viewed'
  return isOpen && offer.counter !== null && offer.counter.answer === null ? 'counter' : offer.state
}

/** The title of an offer: the beat of its first line, and the number of further lines. */
export function linesTitle(
  lines: readonly Pick<OfferLine, 'title'>[],
  more: (count: number) => string,
): string {
  const [first] = lines
  if (first === undefined) return ''
  return lines.length === 1 ? first.title : `${first.title} ${more(lines.length - 1)}`
}

export const STEPS = ['sent', 'viewed', 'accepted', 'paid', 'delivered'] as const
export type Step = (typeof STEPS)[number]

export interface StepState {
  step: Step
  isDone: boolean
  /** The time at which the step was reached. */
  at: string | null
}

/**
 * Returns the steps of an offer. A step counts as done if a later one is: an offer may be accepted without a recorded
 * view.
 */
export function stepsOf(offer: Pick<Offer, 'state' | `${Step}_at`>): StepState[] {
  const times = STEPS.map((step) => offer[`${step}_at`])
  const last = Math.max(
    times.findLastIndex((at) => at !== null),
    (STEPS as readonly string[]).indexOf(offer.state),
  )
  return STEPS.map((step, index) => ({ step, isDone: index <= last, at: times[index] ?? null }))
}

/** Returns the actions that the producer may take on an offer in its state. */
export function allowedFor(offer: Pick<Offer, 'state' | 'total' | 'source' | 'mails_sent' | 'missing'>) {
  const { state, total } = offer
  const isWaiting = state === 'sent' || state === 'viewed'
  return {
    send: state === 'draft',
    edit: state === 'draft' || isWaiting,
    copyLink: isWaiting || state === 'accepted' || state === 'paid' || state === 'delivered',
    resend: isWaiting || state === 'accepted',
    markPaid: total > 0 && state === 'accepted',
    withdraw: isWaiting || state === 'accepted',
    /** A draft that a visitor requested can be declined, a draft of the producer can be deleted. */
    decline: state === 'draft' && offer.source !== 'app',
    remove: state === 'draft',
  }
}
