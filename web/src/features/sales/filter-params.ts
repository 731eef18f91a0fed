// The search, the filters, the sort order and the viewed sale as address parameters. A filter with everything on is
// left out; one with nothing on is written 'none'.
import { NO_FILTER, SALE_SORTS, type SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_CURRENCIES, SALE_STATUSES } from '@/entities/sales/sale'
import { SALE } from '@/shared/config/limits'
import { amountParam } from '@/shared/lib/money/amount-range'
import { isDay } from '@/shared/lib/time/calendar'

type SaleParams = {
  q?: string
  status?: string
  license?: string
  from?: string
  to?: string
  min?: string
  max?: string
  currency?: string
  sort?: string
  sale?: string
}

const NONE = 'none'

/** Parses the address parameters; invalid ones are ignored. */
export function readSaleParams(raw: Record<string, unknown>): SaleParams {
  const sale = typeof raw.sale === 'string' ? raw.sale.slice(0, 64) : ''
  return { ...paramsOf(filterOf(raw)), ...(sale === '' ? {} : { sale }) }
}

export function filterOf(params: Record<string, unknown> | SaleParams): SaleFilter {
  const { q, status, license, from, to, min, max, currency, sort } = params as Record<string, unknown>
  return {
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof q) ? String(q).trim().slice(0, SALE.searchMax) : '',
    statuses: readChoices(status, SALE_STATUSES),
    licenses: readChoices(license, LICENSES),
    from: day(from),
    to: day(to),
    min: amountParam(min),
    max: amountParam(max),
    currency: SALE_CURRENCIES.find((known) => known === currency) ?? '',
    sort: SALE_SORTS.find((known) => known === sort) ?? NO_FILTER.sort,
  }
}

export function paramsOf(filter: SaleFilter): SaleParams {
  const { search, statuses, licenses, from, to, min, max, currency, sort } = filter
  return {
    ...(search === '' ? {} : { q: search }),
    ...(statuses.length === SALE_STATUSES.length ? {} : { status: statuses.join(',') || NONE }),
    ...(licenses.length === LICENSES.length ? {} : { license: licenses.join(',') || NONE }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(min === '' ? {} : { min }),
    ...(max === '' ? {} : { max }),
    ...(currency === '' ? {} : { currency }),
    ...(sort === NO_FILTER.sort ? {} : { sort }),
  }
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
