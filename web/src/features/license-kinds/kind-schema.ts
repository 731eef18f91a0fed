// The form of a license kind: the typed texts, their validation, and the request body. Which fields apply depends on
// others (the term, each cap's mode, the tier), so all rules are in one function.
import { bodyOfKind, type Kind, type KindBody, type Tier } from '@/entities/licenses/kind'
import { CAPS, type Cap, type CapName, type FileRole } from '@/entities/licenses/terms'
import { SALE_CURRENCIES } from '@/entities/sales/sale'
import { kindForm as copy } from '@/shared/copy/licenses/license-kinds'
import { amountFaults } from '@/shared/copy/money/money'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { toMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'

export const CAP_MODES = ['limit', 'unlimited', 'none'] as const
export type CapMode = (typeof CAP_MODES)[number]

export type KindInput = {
  name: string
  tier: Tier
  price: string
  currency: string
  lowest_offer: string
  description: string
  delivers: FileRole[]
  term: 'months' | 'forever'
  months: string
  caps: Record<CapName, { mode: CapMode; limit: string }>
  publishing_share: string
  writer_share: string
  credit_line: string
  credit_required: boolean
  broadcast: boolean
  sync: boolean
  content_id: boolean
  governing_law: string
  buys_back: boolean
  buy_back_years: string
  buy_back_percent: string
}

export const kindSchema = checkedSchema<KindInput>((values) => faultsOf(values))

const MOST_OF_A_CAP = 1_000_000_000_000

/** Returns every rule that the typed values break, by the path of its field. */
export function faultsOf(values: KindInput): FieldFault[] {
  const faults: FieldFault[] = []
  const rule = (isKept: boolean, path: string, message: string) => {
    if (!isKept) faults.push([path, message])
  }
  const length = values.name.trim().length
  rule(length >= 1 && length <= 60, 'name', copy.nameRequired)
  rule(values.description.length <= 500, 'description', copy.descriptionTooLong)
  const price = readMinor(values.price)
  const lowest = values.lowest_offer.trim() === '' ? null : readMinor(values.lowest_offer)
  rule(typeof price === 'bigint', 'price', String(price))
  rule(typeof lowest !== 'string', 'lowest_offer', String(lowest))
  if (typeof price === 'bigint' && typeof lowest === 'bigint')
    rule(lowest <= price, 'lowest_offer', copy.lowestOfferTooHigh)
  rule(values.delivers.length > 0, 'delivers', copy.deliversNone)
  if (values.term === 'months') rule(isWithin(wholeOf(values.months), 1, 1_200), 'months', copy.termWrong)
  if (values.tier !== 'exclusive') {
    for (const name of CAPS) {
      const { mode, limit } = values.caps[name]
      if (mode === 'limit')
        rule(isWithin(wholeOf(limit), 0, MOST_OF_A_CAP), `caps.${name}.limit`, copy.capWrong)
    }
  }
  for (const name of ['publishing_share', 'writer_share'] as const)
    rule(isWithin(percentOf(values[name]), 0, 100), name, copy.shareWrong)
  const credit = values.credit_line.trim()
  rule(!values.credit_required || credit !== '', 'credit_line', copy.creditLineRequired)
  rule(credit.length <= 120, 'credit_line', copy.creditLineTooLong)
  if (values.buys_back) {
    rule(isWithin(wholeOf(values.buy_back_years), 1, 100), 'buy_back_years', copy.buyBackYearsWrong)
    rule(isWithin(wholeOf(values.buy_back_percent), 0, 1_000), 'buy_back_percent', copy.buyBackPercentWrong)
  }
  return faults
}

/** Parses a price into minor units, or returns the error message. Zero is a valid price. */
function readMinor(typed: string): bigint | string {
  const { minor, fault } = readAmount(typed)
  if (minor !== undefined) return minor
  if (fault === 'zero') return 0n
  return fault === 'missing' ? copy.priceRequired : amountFaults[fault]
}

function wholeOf(typed: string): number | null {
  const digits = typed.trim().replaceAll(',', '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

function percentOf(typed: string): number | null {
  const text = typed.trim().replace(/\s*%$/, '')
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : null
}

function isWithin(number: number | null, least: number, most: number): boolean {
  return number !== null && number >= least && number <= most
}

export function valuesOf(kind: KindBody): KindInput {
  return {
    name: kind.name,
    tier: kind.tier,
    price: toTyped(toMinor(kind.price)),
    currency: kind.currency,
    lowest_offer: kind.lowest_offer === null ? '' : toTyped(toMinor(kind.lowest_offer)),
    description: kind.description,
    delivers: kind.delivers,
    term: kind.term_months === null ? 'forever' : 'months',
    months: kind.term_months === null ? '' : String(kind.term_months),
    caps: Object.fromEntries(CAPS.map((name) => [name, typedCap(kind.caps[name])])) as KindInput['caps'],
    publishing_share: kind.publishing_share.toFixed(2),
    writer_share: kind.writer_share.toFixed(2),
    credit_line: kind.credit_line,
    credit_required: kind.credit_required,
    broadcast: kind.broadcast,
    sync: kind.sync,
    content_id: kind.content_id,
    governing_law: kind.governing_law ?? '',
    buys_back: kind.buy_back !== null,
    buy_back_years: kind.buy_back === null ? '' : String(kind.buy_back.years),
    buy_back_percent: kind.buy_back === null ? '' : String(kind.buy_back.percent),
  }
}

function typedCap({ allowed, limit }: Cap): { mode: CapMode; limit: string } {
  if (!allowed) return { mode: 'none', limit: '' }
  return limit === null
    ? { mode: 'unlimited', limit: '' }
    : { mode: 'limit', limit: limit.toLocaleString('en-US') }
}

const UNLIMITED: Cap = { allowed: true, limit: null }

/** Converts valid form values into the request body. */
export function bodyOf(values: KindInput, enabled: boolean): KindBody {
  const isExclusive = values.tier === 'exclusive'
  const cap = (name: CapName): Cap => {
    const { mode, limit } = values.caps[name]
    if (isExclusive || mode === 'unlimited') return UNLIMITED
    return mode === 'none' ? { allowed: false, limit: null } : { allowed: true, limit: wholeOf(limit) ?? 0 }
  }
  return {
    name: values.name.trim(),
    tier: values.tier,
    is_exclusive: isExclusive,
    description: values.description.trim(),
    price: amountOf(values.price),
    currency: values.currency,
    lowest_offer: values.lowest_offer.trim() === '' ? null : amountOf(values.lowest_offer),
    enabled,
    delivers: values.delivers,
    term_months: values.term === 'forever' ? null : (wholeOf(values.months) ?? 0),
    caps: Object.fromEntries(CAPS.map((name) => [name, cap(name)])) as KindBody['caps'],
    broadcast: values.broadcast,
    sync: values.sync,
    content_id: values.content_id,
    publishing_share: percentOf(values.publishing_share) ?? 0,
    writer_share: percentOf(values.writer_share) ?? 0,
    credit_line: values.credit_line.trim(),
    credit_required: values.credit_required,
    governing_law: values.governing_law.trim() || null,
    buy_back: values.buys_back
      ? { years: wholeOf(values.buy_back_years) ?? 0, percent: wholeOf(values.buy_back_percent) ?? 0 }
      : null,
  }
}

function amountOf(typed: string): number {
  const minor = readMinor(typed)
  return typeof minor === 'bigint' ? toNumber(minor) : 0
}

/** Returns the full request body if any value differs from the stored kind, else an empty object. */
export function changeOf(before: Kind, values: KindInput): Partial<KindBody> {
  const was = bodyOf(valuesOf(bodyOfKind(before)), before.enabled)
  const now = bodyOf(values, before.enabled)
  return JSON.stringify(was) === JSON.stringify(now) ? {} : now
}

/** Maps a field name of the server's error messages to the form's field. */
export function fieldOfServer(field: string): string | null {
  if (field.startsWith('caps.')) return `${field.split('.').slice(0, 2).join('.')}.limit`
  if (field === 'caps') return 'caps'
  if (field === 'term' || field === 'term_months') return 'months'
  if (field === 'buy_back' || field === 'buy_back.years') return 'buy_back_years'
  if (field === 'buy_back.percent') return 'buy_back_percent'
  return FIELDS.has(field) ? field : null
}

/** The initial values of a new kind: a lease without limits. */
export function newKind(currency: string | undefined, creditLine: string): KindBody {
  return {
    name: '',
    tier: 'basic',
    is_exclusive: false,
    description: '',
    price: 0,
    currency: SALE_CURRENCIES.find((known) => known === currency) ?? 'USD',
    lowest_offer: null,
    enabled: false,
    delivers: ['mp3'],
    term_months: 24,
    caps: Object.fromEntries(CAPS.map((name) => [name, UNLIMITED])) as KindBody['caps'],
    broadcast: false,
    sync: false,
    content_id: false,
    publishing_share: 50,
    writer_share: 50,
    credit_line: creditLine,
    credit_required: creditLine !== '',
    governing_law: null,
    buy_back: null,
  }
}

const FIELDS: ReadonlySet<string> = new Set(Object.keys(valuesOf(newKind('USD', ''))))
