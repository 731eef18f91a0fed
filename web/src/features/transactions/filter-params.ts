// The history's search, its filters and the viewed transaction as address parameters. A set with everything on is
// left out; a set with nothing on is written 'none'.
import type { HistoryFilter } from '@/entities/transactions/filter'
import { STATUSES, TYPES } from '@/entities/transactions/transaction'
import { TRANSACTION } from '@/shared/config/limits'

type FilterParams = { q?: string; type?: string; status?: string; transaction?: string }

const NONE = 'none'

/** Reads the valid parameters of an address and ignores the others. */
export function readFilterParams(raw: Record<string, unknown>): FilterParams {
  const transaction = typeof raw.transaction === 'string' ? raw.transaction.slice(0, 64) : ''
  const params = paramsOf({
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof raw.q)
      ? String(raw.q).trim().slice(0, TRANSACTION.searchMax)
      : '',
    types: readChoices(raw.type, TYPES),
    statuses: readChoices(raw.status, STATUSES),
  })
  return { ...params, ...(transaction === '' ? {} : { transaction }) }
}

export function filterOf(params: FilterParams): HistoryFilter {
  return {
    search: params.q ?? '',
    types: readChoices(params.type, TYPES),
    statuses: readChoices(params.status, STATUSES),
  }
}

export function paramsOf({ search, types, statuses }: HistoryFilter): FilterParams {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(types.length === TYPES.length ? {} : { type: types.join(',') || NONE }),
    ...(statuses.length === STATUSES.length ? {} : { status: statuses.join(',') || NONE }),
  }
}

/** Returns the chosen words in the order of `all`. An address without a known word chooses all of them. */
function readChoices<Word extends string>(param: unknown, all: readonly Word[]): readonly Word[] {
  if (param === NONE) return []
  if (typeof param !== 'string') return all
  const named = param.split(',')
  const found = all.filter((word) => named.includes(word))
  return found.length === 0 ? all : found
}
