// Error messages for a typed amount.
import type { AmountFault } from '@/shared/lib/money/read-amount'

export const amountFaults: Record<AmountFault, string> = {
  missing: 'Enter an amount',
  unreadable: 'Enter a number such as 120 or 1,250.50',
  tooFine: 'Use up to two decimals',
  zero: 'Enter an amount above zero',
  tooLarge: 'Enter up to 1,000,000,000,000.00',
}

/** Texts of the question about a date that looks mistyped. */
export const dateQuestion = {
  question: (year: string) => `That's in ${year}. Is that right?`,
  keep: "Yes, that's right",
} as const
