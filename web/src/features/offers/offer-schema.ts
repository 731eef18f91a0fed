// The form of an offer: one buyer, one to twenty lines, a message, the last day, ways to pay, and the reminder.
import type { Client } from '@/entities/clients/client'
import type { OfferBody } from '@/entities/offers/mutations'
import type { Offer } from '@/entities/offers/offer'
import type { BeatPrice } from '@/entities/prices/prices'
import { SALE_CURRENCIES } from '@/entities/sales/sale'
import { OFFER } from '@/shared/config/limits'
import { amountFaults } from '@/shared/copy/money/money'
import { offerForm as copy } from '@/shared/copy/offers'
import { checkedSchema, type FieldFault } from '@/shared/forms/checked-schema'
import { toMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

export type OfferCurrency = (typeof SALE_CURRENCIES)[number]

export type LineInput = {
  /** The React key of the line. */
  key: string
  /** The text of the field, and the id of the chosen beat. */
  beat: string
  document_id: string
  kind_id: string
  price: string
}

export type OfferInput = {
  who: 'client' | 'buyer'
  client: string
  client_id: string
  name: string
  email: string
  lines: LineInput[]
  currency: OfferCurrency
  words: string
  expires_on: string
  ways: string[]
  remind: boolean
}

export const offerSchema = checkedSchema<OfferInput>((values) => faultsOf(values))

let lastKey = 0

export function newLine(beat?: { id: string; name: string }): LineInput {
  lastKey += 1
  return {
    key: `line-${lastKey}`,
    beat: beat?.name ?? '',
    document_id: beat?.id ?? '',
    kind_id: '',
    price: '',
  }
}

export type OfferStart = { beat?: { id: string; name: string }; client?: Pick<Client, 'id' | 'name'> }

export function newOffer(
  start: OfferStart,
  currency: string | undefined,
  ways: readonly string[],
): OfferInput {
  return {
    who: 'client',
    client: start.client?.name ?? '',
    client_id: start.client?.id ?? '',
    name: '',
    email: '',
    lines: [newLine(start.beat)],
    currency: SALE_CURRENCIES.find((known) => known === currency) ?? 'USD',
    words: '',
    expires_on: dayAfter(OFFER.defaultDays),
    ways: [...ways],
    remind: false,
  }
}

export function valuesOf(offer: Offer): OfferInput {
  const { client_id, buyer, lines, words, ways, remind } = offer
  return {
    who: client_id === null ? 'buyer' : 'client',
    client: client_id === null ? '' : buyer.name,
    client_id: client_id ?? '',
    name: client_id === null ? buyer.name : '',
    email: client_id === null ? buyer.email : '',
    lines:
      lines.length === 0
        ? [newLine()]
        : lines.map((line) => ({
            ...newLine({ id: line.document_id ?? '', name: line.title }),
            kind_id: line.kind_id ?? '',
            price: priceText(line.price),
          })),
    currency: SALE_CURRENCIES.find((known) => known === offer.currency) ?? 'USD',
    words,
    // An offer that was given a moment through the API shows its day here, and keeps the moment unless another day is
    // chosen.
    expires_on: lastDayOf(offer),
    ways: [...ways],
    remind,
  }
}

/** The last day of an offer: as it was chosen, or the day of its moment. */
export function lastDayOf({ expires_on, expires_at }: Pick<Offer, 'expires_on' | 'expires_at'>): string {
  return expires_on ?? today(new Date(expires_at))
}

export const priceText = (price: number) => toTyped(toMinor(price))

export function dayAfter(days: number, now = new Date()): string {
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}

export function faultsOf(values: OfferInput, now = new Date()): FieldFault[] {
  const faults: FieldFault[] = []
  const rule = (isKept: boolean, path: string, message: string) => {
    if (!isKept) faults.push([path, message])
  }
  if (values.who === 'client') rule(values.client_id !== '', 'client', copy.clientRequired)
  else {
    const email = values.email.trim()
    rule(values.name.trim() !== '', 'name', copy.nameRequired)
    rule(email !== '', 'email', copy.emailRequired)
    rule(email === '' || /^\S+@\S+\.\S+$/.test(email), 'email', copy.emailWrong)
  }
  values.lines.forEach((line, index) => {
    rule(line.document_id !== '', `lines.${index}.beat`, copy.beatRequired)
    rule(line.kind_id !== '', `lines.${index}.kind_id`, copy.kindRequired)
    const { fault } = readAmount(line.price)
    // A free demo costs nothing.
    if (fault && fault !== 'zero') rule(false, `lines.${index}.price`, amountFaults[fault])
  })
  rule(isDay(values.expires_on) && values.expires_on >= today(now), 'expires_on', copy.expiresWrong)
  return faults
}

/** The sum of the valid prices, in minor units. */
export function totalOf(lines: readonly Pick<LineInput, 'price'>[]): bigint {
  return lines.reduce((sum, { price }) => sum + (readAmount(price).minor ?? 0n), 0n)
}

/** Converts valid form values into the request body. The last day is sent if it is new. */
export function bodyOf(values: OfferInput, before?: Offer): OfferBody {
  const { who, client_id, name, email, lines, currency, words, expires_on, ways, remind } = values
  return {
    ...(who === 'client' ? { client_id } : { buyer: { name: name.trim(), email: email.trim() } }),
    currency,
    lines: lines.map((line) => ({
      document_id: line.document_id,
      kind_id: line.kind_id,
      price: toNumber(readAmount(line.price).minor ?? 0n),
    })),
    words: words.trim(),
    ...(before && valuesOf(before).expires_on === expires_on ? {} : { expires_on }),
    ways,
    remind,
  }
}

/** The price of a license kind for a beat, if it is offered in this currency. */
export function defaultPrice(
  prices: readonly Pick<BeatPrice, 'kind_id' | 'price' | 'currency'>[],
  kindId: string,
  currency: string,
): string | null {
  const found = prices.find(({ kind_id }) => kind_id === kindId)
  if (!found || found.price === null || found.currency !== currency) return null
  return priceText(found.price)
}

/** Maps a field name of the server's error messages to the form's field. */
export function fieldOfServer(name: string): string | null {
  if (name === 'client_id') return 'client'
  if (name === 'expires_at' || name === 'expires_in_days') return 'expires_on'
  const line = /^lines[.[](\d+)\]?\.(document_id|kind_id|price)$/.exec(name)
  if (line) return `lines.${line[1]}.${line[2] === 'document_id' ? 'beat' : line[2]}`
  const plain = name.replace(/^buyer\./, '')
  return ['name', 'email', 'currency', 'words', 'expires_on', 'ways', 'remind'].includes(plain) ? plain : null
}
