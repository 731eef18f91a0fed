// A named set of ticks of which any may be on, as filters use them.
import { Checkbox } from './checkbox'

export interface TickSetProps<Word extends string> {
  legend: string
  all: readonly Word[]
  names: Record<Word, string>
  chosen: readonly Word[]
  /** In the set's own order, whatever was ticked first. */
  onChange: (chosen: readonly Word[]) => void
}

export function TickSet<Word extends string>({ legend, all, names, chosen, onChange }: TickSetProps<Word>) {
  return (
    <fieldset className="grid content-start gap-1">
      <legend className="mb-1.5 text-12 font-medium text-ink-3">{legend}</legend>
      {all.map((word) => (
        <Checkbox
          key={word}
          label={names[word]}
          checked={chosen.includes(word)}
          onCheckedChange={(on) => onChange(all.filter((one) => (one === word ? on : chosen.includes(one))))}
        />
      ))}
    </fieldset>
  )
}
