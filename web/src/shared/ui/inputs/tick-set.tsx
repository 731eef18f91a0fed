// A named set of checkboxes of which any may be on, for filters.
import { cx } from '@/shared/lib/cx'
import { Checkbox } from './checkbox'

interface TickSetProps<Word extends string> {
  legend: string
  all: readonly Word[]
  names: Record<Word, string>
  chosen: readonly Word[]
  /** Gets what the tick makes of the words that are chosen by then, in the order of the set. */
  onChange: (next: (chosen: readonly Word[]) => readonly Word[]) => void
  /** In two columns. */
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
