// What the library is asked for, and in which order. Nothing chosen is no filter at all.
import type { Category, DocumentStatus } from './document'

export const SORTS = ['date', 'title', 'size', 'bpm', 'duration'] as const
export const SIZES = ['small', 'medium', 'large', 'huge'] as const

export type Sort = (typeof SORTS)[number]
export type Order = 'asc' | 'desc'
export type SizeBand = (typeof SIZES)[number]

export interface LibraryFilter {
  search: string
  category: Category | null
  status: DocumentStatus | null
  genres: readonly string[]
  bpmMin: number | null
  bpmMax: number | null
  key: string | null
  size: SizeBand | null
  sort: Sort
  order: Order
}

export const NO_FILTER: LibraryFilter = {
  search: '',
  category: null,
  status: null,
  genres: [],
  bpmMin: null,
  bpmMax: null,
  key: null,
  size: null,
  sort: 'date',
  order: 'desc',
}

/** A title is read from A on; of everything else one wants the newest, fastest or largest first. */
export function firstOrder(sort: Sort): Order {
  return sort === 'title' ? 'asc' : 'desc'
}

/** How many of the popover's filters are on; search and order are seen elsewhere. */
export function filterCount(filter: LibraryFilter): number {
  const { category, status, genres, bpmMin, bpmMax, key, size } = filter
  const hasTempo = bpmMin !== null || bpmMax !== null
  return [
    category !== null,
    status !== null,
    genres.length > 0,
    hasTempo,
    key !== null,
    size !== null,
  ].filter(Boolean).length
}

export function isFiltering(filter: LibraryFilter): boolean {
  return filter.search !== '' || filterCount(filter) > 0
}

const MEGABYTE = 1024 * 1024

/** From the first to below the second; the server takes both ends in. */
const BOUNDS: Record<SizeBand, { size_min?: number; size_max?: number }> = {
  small: { size_max: 5 * MEGABYTE - 1 },
  medium: { size_min: 5 * MEGABYTE, size_max: 20 * MEGABYTE - 1 },
  large: { size_min: 20 * MEGABYTE, size_max: 50 * MEGABYTE - 1 },
  huge: { size_min: 50 * MEGABYTE },
}

/** The filter as the list's query. */
export function filterQuery(filter: LibraryFilter) {
  const { search, category, status, genres, bpmMin, bpmMax, key, size, sort, order } = filter
  return {
    ...(search === '' ? {} : { search }),
    ...(category === null ? {} : { category }),
    ...(status === null ? {} : { status }),
    ...(genres.length === 0 ? {} : { genre: genres.join(',') }),
    ...(bpmMin === null ? {} : { bpm_min: bpmMin }),
    ...(bpmMax === null ? {} : { bpm_max: bpmMax }),
    ...(key === null ? {} : { key }),
    ...(size === null ? {} : BOUNDS[size]),
    sort,
    order,
  }
}
