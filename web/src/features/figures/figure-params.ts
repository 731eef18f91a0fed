// Period and currency as address parameters. Default values are left out.
import { PERIODS, type Period } from '@/entities/figures/figures'
import { SALE_CURRENCIES } from '@/entities/sales/sale'

type CurrencyParams = { currency?: string }
type AnalyticsParams = CurrencyParams & { period?: Exclude<Period, '30d'> }

export const USUAL_PERIOD: Period = '30d'

/** Parses the address parameters; invalid ones are ignored. */
export function readCurrencyParams(raw: Record<string, unknown>): CurrencyParams {
  const currency = SALE_CURRENCIES.find((known) => known === raw.currency)
  return currency ? { currency } : {}
}

export function readAnalyticsParams(raw: Record<string, unknown>): AnalyticsParams {
  const period = PERIODS.find((known) => known === raw.period)
  return { ...readCurrencyParams(raw), ...(period ? periodParam(period) : {}) }
}

export function periodParam(period: Period): Pick<AnalyticsParams, 'period'> {
  return period === '30d' ? {} : { period }
}
