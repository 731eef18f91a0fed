// The rules of the playback queue as pure functions: the current item, the played ones and the upcoming ones. The
// player's store holds their result.
import type { Document } from '../documents/document'

export const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

export interface Queue {
  /** The playing item; null while the player is closed. */
  readonly current: Document | null
  /** The played items; "previous" goes back to the last of them. */
  readonly past: readonly Document[]
  /** Items that the person queued; they play before the rest of the list. No item is in it twice. */
  readonly queuedByHand: readonly Document[]
  /** The remaining items of the list, in the order in which they will play. */
  readonly rest: readonly Document[]
  /** The list in which play was pressed, in its order on screen. */
  readonly source: readonly Document[]
  readonly isShuffled: boolean
  readonly repeat: Repeat
}

export type Random = () => number

export const EMPTY_QUEUE: Queue = {
  current: null,
  past: [],
  queuedByHand: [],
  rest: [],
  source: [],
  isShuffled: false,
  repeat: 'off',
}

export const upcomingOf = ({ queuedByHand, rest }: Queue): readonly Document[] => [...queuedByHand, ...rest]

/** Plays `current` and then the items after it in `source`. Items that were queued by hand stay. */
export function start(
  queue: Queue,
  current: Document,
  source: readonly Document[],
  random: Random,
): Partial<Queue> {
  const queuedByHand = without(queue.queuedByHand, [current])
  return {
    current,
    source,
    queuedByHand,
    ...splitAround(source, current, queuedByHand, queue.isShuffled, random),
  }
}

/** Advances to the next item; null at the end of the queue. With repeat, the list starts over. */
export function next(queue: Queue, random: Random): Partial<Queue> | null {
  const { current, past, queuedByHand, rest, source, isShuffled, repeat } = queue
  const played = current === null ? past : [...past, current]
  const [first, ...others] = queuedByHand
  if (first) return { current: first, past: played, queuedByHand: others }
  const [following, ...after] = rest
  if (following) return { current: following, past: played, rest: after }
  if (repeat === 'off' || source.length === 0) return null
  const [again, ...round] = isShuffled ? shuffle(source, random) : source
  return again ? { current: again, past: [], rest: round } : null
}

export function hasNext(queue: Queue): boolean {
  return (
    queue.queuedByHand.length + queue.rest.length > 0 || (queue.repeat !== 'off' && queue.source.length > 0)
  )
}

/** Goes back to the last played item; the current one becomes the next. */
export function previous({ current, past, queuedByHand, rest }: Queue): Partial<Queue> | null {
  const before = past.at(-1)
  if (!before || current === null) return null
  const shown = [before, current]
  return {
    current: before,
    past: past.slice(0, -1),
    queuedByHand: without(queuedByHand, shown),
    rest: [current, ...without(rest, shown)],
  }
}

/** Plays an upcoming item. Items of the list before it count as passed; those queued by hand stay. */
export function playUpcoming(queue: Queue, id: string): Partial<Queue> | null {
  const { current, past, queuedByHand, rest } = queue
  const played = current === null ? past : [...past, current]
  const wanted = queuedByHand.find((one) => one.id === id)
  if (wanted) return { current: wanted, past: played, queuedByHand: without(queuedByHand, [wanted]) }
  const at = rest.findIndex((one) => one.id === id)
  const following = rest[at]
  if (!following) return null
  return { current: following, past: [...played, ...rest.slice(0, at)], rest: rest.slice(at + 1) }
}

/** Queues items before or after those already queued by hand. An item that is upcoming already moves. */
export function enqueue(queue: Queue, items: readonly Document[], where: 'next' | 'last'): Partial<Queue> {
  const wanted = withoutDuplicates(items)
  const others = without(queue.queuedByHand, wanted)
  return {
    queuedByHand: where === 'next' ? [...wanted, ...others] : [...others, ...wanted],
    rest: without(queue.rest, wanted),
  }
}

/** Moves an upcoming item to a place, counted among all upcoming ones. */
export function moveUpcoming(queue: Queue, id: string, to: number): Partial<Queue> | null {
  const all = [...upcomingOf(queue)]
  const from = all.findIndex((one) => one.id === id)
  const item = all[from]
  if (!item) return null
  const place = Math.min(Math.max(to, 0), all.length - 1)
  all.splice(from, 1)
  all.splice(place, 0, item)
  const border = queue.queuedByHand.length
  const wasAsked = from < border
  // An item that moves between two items queued by hand counts as queued by hand; behind the last of them it does not.
  const askedCount =
    wasAsked && place >= border ? border - 1 : !wasAsked && place < border ? border + 1 : border
  return { queuedByHand: all.slice(0, askedCount), rest: all.slice(askedCount) }
}

export function removeUpcoming({ queuedByHand, rest }: Queue, id: string): Partial<Queue> {
  return { queuedByHand: dropId(queuedByHand, id), rest: dropId(rest, id) }
}

export function setShuffled(queue: Queue, isShuffled: boolean, random: Random): Partial<Queue> {
  const { current, source, queuedByHand, rest } = queue
  if (isShuffled) return { isShuffled, rest: shuffle(rest, random) }
  if (current === null) return { isShuffled }
  return { isShuffled, ...splitAround(source, current, queuedByHand, false, random) }
}

/** Adds items that were loaded later to the end of the list. */
export function extendList(queue: Queue, list: readonly Document[], random: Random): Partial<Queue> | null {
  const more = without(list, queue.source)
  if (more.length === 0) return null
  const fresh = without(more, [...queue.queuedByHand, ...queue.rest])
  return {
    source: [...queue.source, ...more],
    rest: queue.isShuffled ? shuffle([...queue.rest, ...fresh], random) : [...queue.rest, ...fresh],
  }
}

/** Replaces an item by its changed version in all lists of the queue. */
export function replaceItem(queue: Queue, changed: Document): Partial<Queue> {
  const swap = (list: readonly Document[]) =>
    list.some(({ id }) => id === changed.id)
      ? list.map((one) => (one.id === changed.id ? changed : one))
      : list
  return {
    current: queue.current?.id === changed.id ? changed : queue.current,
    past: swap(queue.past),
    queuedByHand: swap(queue.queuedByHand),
    rest: swap(queue.rest),
    source: swap(queue.source),
  }
}

/** Removes an item that no longer exists from all lists, except as the current one. */
export function removeItem({ past, queuedByHand, rest, source }: Queue, id: string): Partial<Queue> {
  return {
    past: dropId(past, id),
    queuedByHand: dropId(queuedByHand, id),
    rest: dropId(rest, id),
    source: dropId(source, id),
  }
}

function splitAround(
  source: readonly Document[],
  current: Document,
  queuedByHand: readonly Document[],
  isShuffled: boolean,
  random: Random,
): Pick<Queue, 'past' | 'rest'> {
  const others = without(source, [current, ...queuedByHand])
  if (isShuffled) return { past: [], rest: shuffle(others, random) }
  const at = source.findIndex(({ id }) => id === current.id)
  const before = source.slice(0, Math.max(0, at))
  return { past: before, rest: without(others, before) }
}

function without(list: readonly Document[], gone: readonly Document[]): readonly Document[] {
  const ids = new Set(gone.map(({ id }) => id))
  return list.filter(({ id }) => !ids.has(id))
}

function dropId(list: readonly Document[], id: string): readonly Document[] {
  return list.some((one) => one.id === id) ? list.filter((one) => one.id !== id) : list
}

function withoutDuplicates(list: readonly Document[]): readonly Document[] {
  return [...new Map(list.map((one) => [one.id, one])).values()]
}

/** Returns the list in random order (Fisher-Yates). */
function shuffle<Item>(list: readonly Item[], random: Random): Item[] {
  const mixed = [...list]
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const pick = Math.floor(random() * (last + 1))
    const item = mixed[last] as Item
    mixed[last] = mixed[pick] as Item
    mixed[pick] = item
  }
  return mixed
}
