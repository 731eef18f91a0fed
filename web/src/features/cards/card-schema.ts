// The form of a card: initial values, validation, and the request bodies, which leave out the nickname.
import * as v from 'valibot'
import { CARD_TYPES, type Card, type CardBody, type CardChange } from '@/entities/cards/card'
import { CARD, NAMES } from '@/shared/config/limits'
import { cards, cardForm as copy } from '@/shared/copy/money/cards'

const type = v.picklist(CARD_TYPES)
const nickname = v.pipe(v.string(), v.trim(), v.maxLength(NAMES.nicknameMax, copy.nicknameTooLong))
const holder = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, cards.requiredFields),
  v.maxLength(NAMES.holderMax, copy.holderTooLong),
)

/** An expiry as MM/YY with a valid month. The server checks whether the card has expired. */
const EXPIRY = /^(?:0[1-9]|1[0-2])\/\d\d$/

const expiry = v.pipe(
  v.string(),
  v.length(CARD.expiryLength, cards.expiryInvalid),
  v.regex(EXPIRY, cards.expiryInvalid),
)

export const newCardSchema = v.object({
  type,
  number: v.pipe(
    v.string(),
    v.minLength(1, cards.requiredFields),
    v.check((text) => text.replaceAll(' ', '').length === CARD.numberDigits, cards.numberInvalid),
  ),
  holder,
  expiry: v.pipe(v.string(), v.minLength(1, cards.requiredFields), expiry),
  cvv: v.pipe(
    v.string(),
    v.minLength(1, cards.requiredFields),
    v.minLength(CARD.cvvMin, cards.cvvInvalid),
    v.maxLength(CARD.cvvMax, cards.cvvInvalid),
  ),
  nickname,
})

/** The schema of an existing card: number and security code cannot be changed, and an empty expiry means no change. */
export const knownCardSchema = v.object({
  type,
  number: v.string(),
  holder,
  expiry: v.union([v.literal(''), expiry], cards.expiryInvalid),
  cvv: v.string(),
  nickname,
})

export type CardValues = v.InferOutput<typeof newCardSchema>

export const NEW_CARD: CardValues = {
  type: 'visa',
  number: '',
  holder: '',
  expiry: '',
  cvv: '',
  nickname: '',
}

export function valuesOf({ type, holder }: Card, name: string): CardValues {
  return { ...NEW_CARD, type, holder, nickname: name }
}

export function bodyOf({ type, number, holder, expiry, cvv }: CardValues): CardBody {
  return {
    type: cards.types[type],
    number: number.replaceAll(' ', ''),
    holder_name: holder,
    ...expiryOf(expiry),
    cvv,
    is_default: false,
  }
}

/** Returns the fields that differ from the stored card. An empty expiry means no change. */
export function changeOf(before: Card, { type, holder, expiry }: CardValues): CardChange {
  return {
    ...(type === before.type ? {} : { type: cards.types[type] }),
    ...(holder === before.holder ? {} : { holder_name: holder }),
    ...(expiry === '' ? {} : expiryOf(expiry)),
  }
}

function expiryOf(expiry: string) {
  const [month = '', year = ''] = expiry.split('/')
  return { expiry_month: Number(month), expiry_year: 2000 + Number(year) }
}

/** The form's field for each field name in the server's error messages. */
const SERVER_FIELDS: Record<string, keyof CardValues> = {
  type: 'type',
  number: 'number',
  holder_name: 'holder',
  expiry_month: 'expiry',
  expiry_year: 'expiry',
  cvv: 'cvv',
}

export function formFieldOf(serverField: string): keyof CardValues | null {
  return SERVER_FIELDS[serverField] ?? null
}
