// Formats card fields while typing: groups of four, the slash of an expiry, digits only, capitals. The caret stays
// behind the character that was typed.
import type { CardType } from '@/entities/cards/card'
import { CARD } from '@/shared/config/limits'

export type Formatter = (typed: string) => string

const digitsOf = (text: string) => text.replace(/\D/g, '')

export function formatNumber(typed: string): string {
  const digits = digitsOf(typed).slice(0, CARD.numberDigits)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Adds the slash with the third digit, or when it is typed, so that backspace can delete it. */
export function formatExpiry(typed: string): string {
  const text = /^\d\/$/.test(typed) ? `0${typed}` : typed
  const digits = digitsOf(text).slice(0, CARD.expiryLength - 1)
  const [month, year] = [digits.slice(0, 2), digits.slice(2)]
  const wantsSlash = year !== '' || (month.length === 2 && text.endsWith('/'))
  return wantsSlash ? `${month}/${year}` : month
}

export function formatCvv(typed: string): string {
  return digitsOf(typed).slice(0, CARD.cvvMax)
}

export function formatHolder(typed: string): string {
  return typed.toUpperCase()
}

/** The brand that the first digit of a card number stands for; null if the digit is ambiguous. */
export function brandOf(number: string): CardType | null {
  if (number.startsWith('4')) return 'visa'
  return number.startsWith('5') || number.startsWith('2') ? 'mastercard' : null
}

/** Writes the formatted text into the field and keeps the caret behind the same number of typed characters. */
export function reformat(input: HTMLInputElement, format: Formatter, counts: RegExp) {
  const before = (input.value.slice(0, input.selectionStart ?? input.value.length).match(counts) ?? []).length
  const atEnd = input.selectionStart === input.value.length
  const text = format(input.value)
  if (text === input.value) return
  input.value = text
  const caret = atEnd ? text.length : placeAfter(text, before, counts)
  input.setSelectionRange(caret, caret)
}

function placeAfter(text: string, count: number, counts: RegExp): number {
  if (count === 0) return 0
  const found = [...text.matchAll(counts)][count - 1]
  return found ? found.index + found[0].length : text.length
}

/** True if the card number has a valid checksum (Luhn). A typing mistake nearly always breaks it. */
export function hasChecksum(number: string): boolean {
  const digits = [...number.replace(/\D/g, '')].map(Number).reverse()
  const sum = digits.reduce((total, digit, index) => {
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}
