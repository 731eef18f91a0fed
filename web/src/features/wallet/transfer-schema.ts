// The form of a transfer between two own accounts, and its request body. The amount, the rate and the received amount
// depend on each other; the person types two of them.
import * as v from 'valibot'
import type { TransferBody } from '@/entities/wallet/mutations'
import type { Account } from '@/entities/wallet/queries'
import { TRANSACTION } from '@/shared/config/limits'
import { transferForm as copy } from '@/shared/copy/money/finances'
import { optionalTypedAmount, typedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/money/read-amount'
import { isDay, today } from '@/shared/lib/time/calendar'

/** A rate has at most eight decimals, as in the API. */
const RATE_DECIMALS = 8
const RATE_UNIT = 10n ** BigInt(RATE_DECIMALS)
const RATE = /^(\d{0,9})(?:\.(\d{0,8}))?$/

/** Parses a typed rate into units of its last decimal; null if it is not a rate. */
function readRate(typed: string): bigint | null {
  const match = RATE.exec(typed.trim())
  const [, whole = '', decimals = ''] = match ?? []
  if (!match || whole + decimals === '') return null
  const rate = BigInt(whole || '0') * RATE_UNIT + BigInt(decimals.padEnd(RATE_DECIMALS, '0'))
  return rate === 0n ? null : rate
}

/** The received amount for an amount and a rate, rounded to the cent; empty until both are typed. */
export function receivedFor(amount: string, rate: string): string {
  const [sent, factor] = [readAmount(amount).minor, readRate(rate)]
  if (sent === undefined || factor === null) return ''
  return toTyped((sent * factor + RATE_UNIT / 2n) / RATE_UNIT)
}

/** The rate between two amounts, with at most six decimals; empty until both are typed. */
export function rateFor(amount: string, received: string): string {
  const [sent, got] = [readAmount(amount).minor, readAmount(received).minor]
  if (sent === undefined || got === undefined) return ''
  const rate = (got * 1_000_000n + sent / 2n) / sent
  const digits = rate.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}

export function transferSchema(accounts: readonly Account[]) {
  const find = (wanted: string) => accounts.find(({ id }) => id === wanted)
  const isExchange = ({ from, to }: { from: string; to: string }) =>
    find(from)?.currency !== find(to)?.currency
  return v.pipe(
    v.object({
      from: v.string(),
      to: v.string(),
      amount: typedAmount,
      rate: v.pipe(
        v.string(),
        v.trim(),
        v.check((typed) => typed === '' || readRate(typed) !== null, copy.rateUnreadable),
      ),
      received: optionalTypedAmount(),
      /** Which of the two values was typed last; the other is computed from it. */
      typed: v.picklist(['rate', 'received']),
      date: v.pipe(v.string(), v.check(isDay, copy.dateRequired)),
      note: v.pipe(v.string(), v.trim(), v.maxLength(TRANSACTION.descriptionMax, copy.noteTooLong)),
    }),
    v.forward(
      v.partialCheck([['from'], ['to']], ({ from, to }) => from !== to, copy.sameAccount),
      ['to'],
    ),
    v.forward(
      v.partialCheck(
        [['from'], ['amount']],
        ({ from, amount }) => {
          const account = find(from)
          return !account || amount <= toMinor(account.balance)
        },
        copy.tooMuch,
      ),
      ['amount'],
    ),
    v.forward(
      v.partialCheck(
        [['from'], ['to'], ['received']],
        ({ received, ...pair }) => !isExchange(pair) || received !== null,
        copy.receivedRequired,
      ),
      ['received'],
    ),
    v.transform((values) => ({ ...values, isExchange: isExchange(values) })),
  )
}

type TransferSchema = ReturnType<typeof transferSchema>
export type TransferInput = v.InferInput<TransferSchema>
type TransferValues = v.InferOutput<TransferSchema>

/** The initial values of a new transfer: from the wallet to the first of the other accounts. */
export function newTransfer(accounts: readonly Account[], now = new Date()): TransferInput {
  return {
    from: accounts[0]?.id ?? '',
    to: accounts[1]?.id ?? '',
    amount: '',
    rate: '',
    received: '',
    typed: 'rate',
    date: today(now),
    note: '',
  }
}

export function transferOf(values: TransferValues): TransferBody {
  const { from, to, amount, rate, received, typed, date, note, isExchange } = values
  const worth = typed === 'rate' ? { rate: Number(rate) } : { received: toNumber(received ?? 0n) }
  return {
    from,
    to,
    amount: toNumber(amount),
    ...(isExchange ? worth : {}),
    date,
    ...(note === '' ? {} : { note }),
  }
}
