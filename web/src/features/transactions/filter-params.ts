// The history's search, filters, sort order and viewed transaction as address parameters. A filter with everything on
// is left out; one with nothing on is written 'none'.
import {
  DIRECTIONS,
  type HistoryFilter,
  initialOrder,
  NO_FILTER,
  SORTS,
} from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import { TRANSACTION } from '@/shared/config/limits'
import { amountParam } from '@/shared/lib/money/amount-range'
import { isDay } from '@/shared/lib/time/calendar'

type FilterParams = {
  q?: string
  type?: string
  status?: string
  from?: string
  to?: string
  direction?: string
  min?: string
  max?: string
  account?: string
  sort?: string
  order?: string
  transaction?: string
}

const NONE = 'none'

/** Parses the address parameters; invalid ones are ignored. */
export function readFilterParams(raw: Record<string, unknown>): FilterParams {
  const transaction = textParam(raw.transaction, 64)
  return { ...paramsOf(filterOf(raw)), ...(transaction === '' ? {} : { transaction }) }
}

export function filterOf(raw: Record<string, unknown> | FilterParams): HistoryFilter {
  const params = raw as Record<string, unknown>
  const sort = SORTS.find((word) => word === params.sort) ?? NO_FILTER.sort
  const [min, max] = [amountParam(params.min), amountParam(params.max)]
  const direction = DIRECTIONS.find((word) => word === params.direction) ?? NO_FILTER.direction
  return {
    // The router parses ?q=2026 as a number.
    search: textParam(typeof params.q === 'number' ? String(params.q) : params.q, TRANSACTION.searchMax),
    types: readChoices(params.type, TYPES),
    statuses: readChoices(params.status, STATUSES),
    from: day(params.from),
    to: day(params.to),
    // Amounts without a direction are treated as money in.
    direction: direction === 'any' && min + max !== '' ? 'in' : direction,
    min,
    max,
    account: textParam(params.account, 64),
    sort,
    order: params.order === 'asc' || params.order === 'desc' ? params.order : initialOrder(sort),
  }
}

export function paramsOf(filter: HistoryFilter): FilterParams {
  const { search, types, statuses, from, to, direction, min, max, account, sort, order } = filter
  return {
    ...(search === '' ? {} : { q: search }),
    ...(types.length === TYPES.length ? {} : { type: types.join(',') || NONE }),
    ...(statuses.length === STATUSES.length ? {} : { status: statuses.join(',') || NONE }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(direction === NO_FILTER.direction ? {} : { direction }),
    ...(min === '' ? {} : { min }),
    ...(max === '' ? {} : { max }),
    ...(account === '' ? {} : { account }),
    ...(sort === NO_FILTER.sort ? {} : { sort }),
    ...(order === initialOrder(sort) ? {} : { order }),
  }
}

function textParam(param: unknown, most: number): string {
  return typeof param === 'string' ? param.trim().slice(0, most) : ''
}

function day(param: unknown): string {
  return typeof param === 'string' && isDay(param) ? param : ''
}

/** Parses a comma-separated parameter. Returns the known words in the order of `all`, or all words if none is known. */
function readChoices<Word extends string>(param: unknown, all: readonly Word[]): readonly Word[] {
  if (param === NONE) return []
  if (typeof param !== 'string') return all
  const named = param.split(',')
  const found = all.filter((word) => named.includes(word))
  return found.length === 0 ? all : found
}
