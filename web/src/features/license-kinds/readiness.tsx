// The panel that lists which licenses can be sold today, and which values the others need.
import type { Kind, Missing } from '@/entities/licenses/kind'
import { readiness as copy } from '@/shared/copy/licenses/license-kinds'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'

type ReadinessProps = {
  kinds: readonly Kind[]
  /** Opens the legal profile at the missing value. */
  onProfile: (field: string) => void
  /** Opens the terms of a kind. */
  onKind: (id: string) => void
}

export function Readiness({ kinds, onProfile, onKind }: ReadinessProps) {
  const sold = kinds.filter((kind) => kind.enabled)
  const ready = sold.filter((kind) => kind.can_be_sold)
  const waiting = sold.filter((kind) => !kind.can_be_sold && kind.missing.length > 0)
  const first = waiting[0]
  const missing = first?.missing.find(({ where }) => where === 'legal_profile') ?? first?.missing[0]
  return (
    <Panel solid padded={false}>
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2 px-(--pad) py-3.5">
        <span aria-hidden className="flex gap-[5px]">
          {sold.map((kind) => (
            <i
              key={kind.id}
              className={cx(
                'w-[11px] h-[9px] rounded-pill -rotate-24',
                kind.can_be_sold ? 'bg-pos' : 'shadow-[inset_0_0_0_1.5px_var(--warn)]',
              )}
            />
          ))}
        </span>
        <p className="grow basis-60 min-w-0">
          <b className="font-semibold">
            {sold.length === 0 ? copy.none : copy.ready(ready.length, sold.length)}
          </b>{' '}
          {needsOf(waiting).map(({ names, fields }) => (
            <span key={names.join()} className="text-ink-2">
              {`${copy.needs(names, fields)} `}
            </span>
          ))}
        </p>
        {first && missing ? (
          <Button
            onClick={() => (missing.where === 'legal_profile' ? onProfile(missing.field) : onKind(first.id))}
          >
            {copy.add(nounOf(missing.label))}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

/** Groups the kinds that cannot be sold by the values that they need. */
export function needsOf(waiting: readonly Pick<Kind, 'name' | 'missing'>[]) {
  const groups = new Map<string, { names: string[]; fields: string[] }>()
  for (const { name, missing } of waiting) {
    const fields = missing.map(wordsFor)
    const group = groups.get(fields.join('\n')) ?? { names: [], fields }
    group.names.push(name)
    groups.set(fields.join('\n'), group)
  }
  return [...groups.values()]
}

function wordsFor({ label }: Missing): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}

/** Shortens the server's label for a button: 'Publisher' for 'Your publisher'. */
export function nounOf(label: string): string {
  const noun = label.replace(/^Your /, '')
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
