// The search, the filter and the viewed sale as address parameters. A set with everything on is left out; a set with
// nothing on is written 'none'.
import type { SaleFilter } from '@/entities/sales/filter'
import { LICENSES, SALE_STATUSES } from '@/entities/sales/sale'
import { SALE } from '@/shared/config/limits'
import { isDay } from '@/shared/lib/calendar'

type SaleParams = {
  q?: string
  status?: string
  license?: string
  from?: string
  to?: string
  sale?: string
}

const NONE = 'none'

/** Reads the valid parameters of an address and ignores the others. */
export function readSaleParams(raw: Record<string, unknown>): SaleParams {
  const sale = typeof raw.sale === 'string' ? raw.sale.slice(0, 64) : ''
  const filter: SaleFilter = {
    // The router parses ?q=2026 as a number.
    search: ['string', 'number'].includes(typeof raw.q) ? String(raw.q).trim().slice(0, SALE.searchMax) : '',
    statuses: readChoices(raw.status, SALE_STATUSES),
    licenses: readChoices(raw.license, LICENSES),
    from: day(raw.from),
    to: day(raw.to),
  }
  return { ...paramsOf(filter), ...(sale === '' ? {} : { sale }) }
}

export function filterOf({ q, status, license, from, to }: SaleParams): SaleFilter {
  return {
    search: q ?? '',
    statuses: readChoices(status, SALE_STATUSES),
    licenses: readChoices(license, LICENSES),
    from: from ?? '',
    to: to ?? '',
  }
}

export function paramsOf({ search, statuses, licenses, from, to }: SaleFilter): SaleParams {
  return {
    ...(search === '' ? {} : { q: search }),
    ...(statuses.length === SALE_STATUSES.length ? {} : { status: statuses.join(',') || NONE }),
    ...(licenses.length === LICENSES.length ? {} : { license: licenses.join(',') || NONE }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}

function day(param: unknown): string {
  return typeof param === 'string' && isDay(param) ? param : ''
}

/** Returns the chosen words in the order of `all`. An address without a known word chooses all of them. */
function readChoices<Word extends string>(param: unknown, all: readonly Word[]): readonly Word[] {
  if (param === NONE) return []
  if (typeof param !== 'string') return all
  const named = param.split(',')
  const found = all.filter((word) => named.includes(word))
  return found.length === 0 ? all : found
}
