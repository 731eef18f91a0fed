// The choice whether a sale is recorded together with a license, and with which status.
import { issueForm as copy } from '@/shared/copy/licenses/licenses'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { SALES } from './issue-schema'

type SaleChoiceProps = {
  value: (typeof SALES)[number]
  onChange: (value: (typeof SALES)[number]) => void
  className?: string
}

export function SaleChoice({ value, onChange, className }: SaleChoiceProps) {
  return (
    <div className={className ?? 'grid gap-1.5'}>
      <p className="font-medium">{copy.sale}</p>
      <Segmented
        label={copy.sale}
        value={value}
        onValueChange={onChange}
        options={SALES.map((one) => ({ value: one, label: copy.saleOptions[one] }))}
      />
      <p className="text-12 text-ink-3">{copy.saleHints[value]}</p>
    </div>
  )
}
