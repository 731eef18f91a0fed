// An amount of money, from minor units or a decimal text. The cents are shown lighter.
import { cx } from '@/shared/lib/cx'
import { type MoneySign, moneyParts, toMinor } from '@/shared/lib/money/money'

type MoneyProps = {
  currency?: string
  /** 'always' shows a plus for income; 'never' shows no sign, where a word says it. */
  sign?: MoneySign
  /** 'dim' shows the cents lighter, 'small' also smaller, for a large figure; 'plain' is for tables. */
  cents?: 'dim' | 'small' | 'plain'
  className?: string
} & ({ minor: number | bigint; amount?: never } | { amount: string | number; minor?: never })

const CENTS = {
  dim: 'text-ink-3 font-medium',
  small: 'text-ink-3 font-medium text-[0.62em] leading-none tracking-normal',
  plain: undefined,
}

export function Money({
  minor,
  amount,
  currency = 'USD',
  sign = 'auto',
  cents = 'dim',
  className,
}: MoneyProps) {
  const parts = moneyParts(minor ?? toMinor(amount), currency, sign)
  return (
    <span className={cx('num whitespace-nowrap', className)}>
      {parts.sign}
      {parts.symbol}
      {parts.whole}
      <span className={CENTS[cents]}>.{parts.cents}</span>
    </span>
  )
}
