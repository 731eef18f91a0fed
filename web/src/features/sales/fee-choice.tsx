// The choice what happened to the fee of a sale that is refunded.
import { useState } from 'react'
import { refundFee as copy } from '@/shared/copy/offers'
import { Segmented } from '@/shared/ui/inputs/segmented'

export type FeeOutcome = 'kept' | 'returned'

type FeeChoiceProps = { initial: FeeOutcome; fee: string; onChange: (fate: FeeOutcome) => void }

export function FeeChoice({ initial, fee, onChange }: FeeChoiceProps) {
  const [fate, setFate] = useState(initial)
  return (
    <div className="grid gap-1.5 mt-4">
      <p className="num font-medium">{copy.legend(fee)}</p>
      <Segmented
        label={copy.legend(fee)}
        value={fate}
        onValueChange={(next) => {
          setFate(next)
          onChange(next)
        }}
        options={(['kept', 'returned'] as const).map((value) => ({ value, label: copy.options[value] }))}
      />
      <p className="text-12 text-ink-3">{copy.hints[fate]}</p>
    </div>
  )
}
