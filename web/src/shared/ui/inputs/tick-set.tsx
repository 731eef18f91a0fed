// A named group of checkboxes for filters; any number of them may be on.
import { cx } from '@/shared/lib/cx'
import { Checkbox } from './checkbox'

interface TickSetProps<Word extends string> {
  legend: string
  all: readonly Word[]
  names: Record<Word, string>
  chosen: readonly Word[]
  /** Receives an updater: a function from the currently chosen words to the new ones, in the order of the set. */
  onChange: (next: (chosen: readonly Word[]) => readonly Word[]) => void
  /** True shows the checkboxes in two columns. */
  wide?: boolean
}

export function TickSet<Word extends string>({
  legend,
  all,
  names,
  chosen,
  onChange,
  wide,
}: TickSetProps<Word>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 font-medium text-ink-3">{legend}</legend>
      <div className={cx('grid content-start gap-1', wide && 'grid-cols-2 gap-x-4')}>
        {all.map((word) => (
          <Checkbox
            key={word}
            label={names[word]}
            checked={chosen.includes(word)}
            onCheckedChange={(on) =>
              onChange((now) => all.filter((one) => (one === word ? on : now.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
