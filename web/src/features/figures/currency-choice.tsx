// The select for the currency of the figures; shown only if there are sales in several currencies.
import { dashboard as copy } from '@/shared/copy/figures/dashboard'
import { Segmented } from '@/shared/ui/inputs/segmented'

type CurrencyChoiceProps = {
  currency: string
  currencies: readonly string[]
  onChange: (currency: string) => void
}

export function CurrencyChoice({ currency, currencies, onChange }: CurrencyChoiceProps) {
  if (currencies.length < 2) return null
  return (
    <Segmented
      label={copy.currency}
      options={currencies.map((value) => ({ value, label: value }))}
      value={currency}
      onValueChange={onChange}
    />
  )
}
