// The filter and the sort order of the library. A filter in which nothing is chosen matches every item.
import type { Category, DocumentStatus } from './document'

export const SORTS = ['date', 'title', 'size', 'bpm', 'duration'] as const
export const SIZES = ['small', 'medium', 'large', 'huge'] as const
/** Roles that the library can be filtered by. */
export const WANTED_ROLES = ['wav', 'stems', 'artwork'] as const

export type Sort = (typeof SORTS)[number]
export type Order = 'asc' | 'desc'
export type SizeBand = (typeof SIZES)[number]
export type WantedRole = (typeof WANTED_ROLES)[number]

export interface LibraryFilter {
  search: string
  category: Category | null
  status: DocumentStatus | null
  genres: readonly string[]
  bpmMin: number | null
  bpmMax: number | null
  key: string | null
  size: SizeBand | null
  /** Roles that a beat must have files of. */
  has: readonly WantedRole[]
  /** Whether the beat is on the public page; null for both. */
  isPublic: boolean | null
  sort: Sort
  order: Order
}

/** The default of the filters behind the Filter button, without the sort order: nothing is chosen. */
export const NO_CHOICES = {
  category: null,
  status: null,
  genres: [],
  bpmMin: null,
  bpmMax: null,
  key: null,
  size: null,
  has: [],
  isPublic: null,
}

export const NO_FILTER: LibraryFilter = { search: '', ...NO_CHOICES, sort: 'date', order: 'desc' }

/**
 * The sort order of a column when it is first chosen: titles from A, every other column from the newest, fastest or
 * largest.
 */
export function initialOrder(sort: Sort): Order {
  return sort === 'title' ? 'asc' : 'desc'
}

/** The number of active filters in the popover. Search and sort order have controls of their own and do not count. */
export function filterCount(filter: LibraryFilter): number {
  const { category, status, genres, bpmMin, bpmMax, key, size, has, isPublic } = filter
  const hasTempo = bpmMin !== null || bpmMax !== null
  return [
    category !== null,
    status !== null,
    genres.length > 0,
    hasTempo,
    key !== null,
    size !== null,
    has.length > 0,
    isPublic !== null,
  ].filter(Boolean).length
}

export function isFiltering(filter: LibraryFilter): boolean {
  return filter.search !== '' || filterCount(filter) > 0
}

const MEGABYTE = 1024 * 1024

/**
 * The bounds of each size band in bytes. A band ends one byte below the next, because the server's limits are
 * inclusive.
 */
const BOUNDS: Record<SizeBand, { size_min?: number; size_max?: number }> = {
  small: { size_max: 5 * MEGABYTE - 1 },
  medium: { size_min: 5 * MEGABYTE, size_max: 20 * MEGABYTE - 1 },
  large: { size_min: 20 * MEGABYTE, size_max: 50 * MEGABYTE - 1 },
  huge: { size_min: 50 * MEGABYTE },
}

/** The filter as query parameters of the list. */
export function filterQuery(filter: LibraryFilter) {
  const { search, category, status, genres, bpmMin, bpmMax, key, size, has, isPublic, sort, order } = filter
  return {
    ...(search === '' ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(status === null ? {} : { status }),
    ...(genres.length === 0 ? {} : { genre: genres.join(',') }),
    ...(bpmMin === null ? {} : { bpm_min: bpmMin }),
    ...(bpmMax === null ? {} : { bpm_max: bpmMax }),
    ...(key === null ? {} : { key }),
    ...(size === null ? {} : BOUNDS[size]),
    ...(has.length === 0 ? {} : { has: has.join(',') }),
    ...(isPublic === null ? {} : { public: isPublic }),
    sort,
    order,
  }
}
