// The values of the price dialog: the choice for each kind of license, and the change that is sent.
import type { BeatPrice, PriceChange, PriceSource } from '@/entities/prices/prices'
import { amountFaults } from '@/shared/copy/money/money'
import { toMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'

/** The choice for one kind; in the dialog for several beats a kind may keep its price. */
export type Choice = PriceSource | 'keep'

export interface PriceValue {
  kindId: string
  choice: Choice
  /** The typed price; used with `own`. */
  typed: string
}

export function valuesOf(prices: readonly BeatPrice[]): PriceValue[] {
  return prices.map(({ kind_id, offer, price, default_price }) => ({
    kindId: kind_id,
    choice: offer,
    typed: toTyped(toMinor(offer === 'own' && price !== null ? price : default_price)),
  }))
}

/** Returns the error message for a typed price, or null. A price of zero is valid: the license is free. */
export function faultOf({ choice, typed }: PriceValue): string | null {
  if (choice !== 'own') return null
  const { fault } = readAmount(typed)
  return fault === undefined || fault === 'zero' ? null : amountFaults[fault]
}

/** Returns the price changes of the kinds that differ from `before`. */
export function changesOf(values: readonly PriceValue[], before: readonly PriceValue[]): PriceChange[] {
  return values.flatMap((value) => {
    const was = before.find(({ kindId }) => kindId === value.kindId)
    const { kindId, choice, typed } = value
    if (choice === 'keep') return []
    const isSame = was?.choice === choice && (choice !== 'own' || minorOf(was.typed) === minorOf(typed))
    if (isSame) return []
    return [
      { kind_id: kindId, offer: choice, ...(choice === 'own' ? { price: toNumber(minorOf(typed)) } : {}) },
    ]
  })
}

function minorOf(typed: string): bigint {
  return readAmount(typed).minor ?? 0n
}
