// A share: beats in an order, shown to people without an account by links, of which each is for one recipient.
import type { Schemas } from '@/shared/api/client'
import { daysBetween, today } from '@/shared/lib/time/calendar'

export const STATES = ['live', 'expired', 'stopped'] as const
export type LinkState = (typeof STATES)[number]

export const DOWNLOADS = ['none', 'preview', 'mp3', 'wav', 'all files'] as const
export type Downloads = (typeof DOWNLOADS)[number]

export type ShareFigures = Schemas['ShareFigures']
export type ShareMessage = Omit<Schemas['ShareMessage'], 'kind'> & { kind: 'note' | 'ask' }
export type SharedBeat = Schemas['SharedBeat']
export type LinkBeat = Schemas['ShareLinkBeat']

export type ShareLink = Omit<Schemas['ShareLink'], 'state' | 'downloads'> & {
  state: LinkState
  downloads: Downloads
}

/** A link in the list, with the title and the beats of its share. */
export type ListedLink = ShareLink & Pick<Schemas['ListedShareLink'], 'title' | 'beats' | 'thumbnail'>

export interface WholeLink {
  link: ShareLink
  title: string
  message: string
  keepsSold: boolean
  beats: LinkBeat[]
  messages: ShareMessage[]
}

export type Share = Omit<Schemas['Share'], 'links'> & { links: ShareLink[] }

/** The API types these fields as plain strings. A value this version does not know becomes the closest known one. */
export function linkFromServer<Sent extends Schemas['ShareLink']>(sent: Sent) {
  return {
    ...sent,
    state: STATES.find((state) => state === sent.state) ?? 'stopped',
    downloads: DOWNLOADS.find((files) => files === sent.downloads) ?? 'none',
  }
}

export function wholeFromServer(sent: Schemas['ShareLinkAnswer']): WholeLink {
  return {
    link: linkFromServer(sent.link),
    title: sent.title,
    message: sent.message,
    keepsSold: sent.keeps_sold,
    beats: sent.beats,
    messages: sent.messages.map((message) => ({ ...message, kind: message.kind === 'ask' ? 'ask' : 'note' })),
  }
}

export function shareFromServer(sent: Schemas['Share']): Share {
  return { ...sent, links: sent.links.map(linkFromServer) }
}

/** How many days before its last day a live link is shown as ending. */
const ENDING_DAYS = 3

/** The state that the screen shows: a live link that ends soon is 'ending'. */
export type DisplayState = LinkState | 'ending'

export function displayStateOf(
  { state, expires_on }: Pick<ShareLink, 'state' | 'expires_on'>,
  now = new Date(),
): DisplayState {
  if (state !== 'live' || expires_on === null) return state
  return daysBetween(today(now), expires_on) <= ENDING_DAYS ? 'ending' : 'live'
}

/** The recipient of a link: the name or the email address; empty for a link without a recipient. */
export function recipientOf({ name, email }: Pick<ShareLink, 'name' | 'email'>): string {
  return name || email
}
