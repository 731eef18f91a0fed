// The rules of the queue: what plays now, what was played before and what follows. Pure functions; the player's store
// holds their result.
import type { Document } from '../documents/document'

export const REPEATS = ['off', 'all', 'one'] as const
export type Repeat = (typeof REPEATS)[number]

export interface Queue {
  /** null while the player is closed. */
  readonly current: Document | null
  /** Where "previous" goes; the nearest one is last. */
  readonly past: readonly Document[]
  /** Queued by hand; it plays before the rest of the list. No item is in it twice. */
  readonly queuedByHand: readonly Document[]
  /** What follows in the list, in the order in which it will play. */
  readonly rest: readonly Document[]
  /** The list in which play was pressed, in the order it had there. */
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

/** Plays `current` and then what follows it in `source`. Items that were queued by hand stay. */
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

/** The next item, or null at the end. With repeat, the list starts over. */
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

/** Goes back one item. The current one becomes the next. */
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

/** Puts items before or after what was queued by hand already. An item that was upcoming moves. */
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
  // Between two items queued by hand it counts as queued by hand too; past the last of them it does not.
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

/** Puts changed data of an item everywhere. */
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

/** Forgets an item that no longer exists, except as the current one. */
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

/** Fisher-Yates. */
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
