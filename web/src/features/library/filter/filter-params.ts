// The library's search, filters and order as address parameters. Default values are left out. A link may name one
// item, which is then shown and played.
import { CATEGORIES, STATUSES } from '@/entities/documents/document'
import {
  initialOrder,
  type LibraryFilter,
  NO_FILTER,
  SIZES,
  SORTS,
  WANTED_ROLES,
} from '@/entities/documents/filter'
import { KEYS, LIBRARY } from '@/shared/config/limits'

type FilterParams = {
  q?: string
  kind?: string
  status?: string
  genre?: string
  /** The tempo range, such as 90-120, 90- or -120. */
  bpm?: string
  key?: string
  size?: string
  /** Roles separated by commas. */
  has?: string
  public?: 'yes' | 'no'
  sort?: string
  order?: string
  item?: string
}

/** Parses the address parameters; invalid ones are ignored. */
export function readFilterParams(raw: Record<string, unknown>): FilterParams {
  const item = typeof raw.item === 'string' ? raw.item.slice(0, 64) : ''
  return { ...paramsOf(filterOf(raw)), ...(item === '' ? {} : { item }) }
}

export function filterOf(raw: Record<string, unknown>): LibraryFilter {
  const [bpmMin, bpmMax] = parseTempoRange(textParam(raw.bpm))
  const sort = readChoice(raw.sort, SORTS) ?? NO_FILTER.sort
  return {
    search: textParam(raw.q).slice(0, LIBRARY.searchMax),
    category: readChoice(raw.kind, CATEGORIES),
    status: readChoice(raw.status, STATUSES),
    genres: textParam(raw.genre)
      .split(',')
      .map((genre) => genre.trim())
      .filter(Boolean),
    bpmMin,
    bpmMax,
    key: readChoice(raw.key, KEYS),
    size: readChoice(raw.size, SIZES),
    has: WANTED_ROLES.filter((role) => textParam(raw.has).split(',').includes(role)),
    isPublic: raw.public === 'yes' ? true : raw.public === 'no' ? false : null,
    sort,
    order: readChoice(raw.order, ['asc', 'desc'] as const) ?? initialOrder(sort),
  }
}

export function paramsOf(filter: LibraryFilter): FilterParams {
  const { search, category, status, genres, bpmMin, bpmMax, key, size, has, isPublic, sort, order } = filter
  return {
    ...(search === '' ? {} : { q: search }),
    ...(category === null ? {} : { kind: category }),
    ...(status === null ? {} : { status }),
    ...(genres.length === 0 ? {} : { genre: genres.join(',') }),
    ...(bpmMin === null && bpmMax === null ? {} : { bpm: `${bpmMin ?? ''}-${bpmMax ?? ''}` }),
    ...(key === null ? {} : { key }),
    ...(size === null ? {} : { size }),
    ...(has.length === 0 ? {} : { has: has.join(',') }),
    ...(isPublic === null ? {} : { public: isPublic ? 'yes' : 'no' }),
    ...(sort === NO_FILTER.sort ? {} : { sort }),
    ...(order === initialOrder(sort) ? {} : { order }),
  }
}

/** Converts an address parameter to text: the router parses ?q=2026 as a number. */
function textParam(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function readChoice<Word extends string>(value: unknown, all: readonly Word[]): Word | null {
  return all.find((word) => word === value) ?? null
}

function parseTempoRange(span: string): [number | null, number | null] {
  const match = /^(\d{1,3}(?:\.\d{1,2})?)?-(\d{1,3}(?:\.\d{1,2})?)?$/.exec(span)
  const tempo = (typed: string | undefined) => (typed === undefined ? null : Number(typed))
  return [tempo(match?.[1]), tempo(match?.[2])]
}
