// The field of one cap of a license: its limit, and whether it is limited, unlimited or not allowed.
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { CapName } from '@/entities/licenses/terms'
import { kindForm as copy } from '@/shared/copy/licenses/license-kinds'
import { caps, terms } from '@/shared/copy/licenses/licenses'
import type { EntryForm } from '@/shared/forms/use-entry-form'
import { Input } from '@/shared/ui/inputs/input'
import type { KindInput } from './kind-schema'
import { Segments } from './segments'

const MODES = [
  { value: 'limit', label: terms.limit },
  { value: 'unlimited', label: terms.unlimited },
  { value: 'none', label: terms.notAllowed },
]
/** The signs shown instead of the number if there is no limit. */
const SIGNS = { unlimited: '∞', none: '–' }

type CapFieldProps = { form: EntryForm<KindInput>; name: CapName }

export function CapField({ form, name }: CapFieldProps) {
  const errorId = useId()
  const mode = form.watch(`caps.${name}.mode`)
  const error = form.formState.errors.caps?.[name]?.limit?.message
  const clear = () => form.clearErrors(`caps.${name}.limit`)
  const label = caps[name]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_216px] @min-[520px]:grid-cols-[minmax(0,1fr)_112px_216px] gap-x-2 gap-y-1 items-center">
      <span className="@max-[519px]:col-span-2">{label}</span>
      {mode === 'limit' ? (
        <Input
          {...form.register(`caps.${name}.limit`, { onChange: clear })}
          figures="amount"
          inputMode="numeric"
          autoComplete="off"
          aria-label={copy.limitOf(label)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
      ) : (
        <span
          aria-hidden
          className="num grid items-center justify-end h-(--control) px-3 border border-line rounded-control text-ink-3"
        >
          {SIGNS[mode]}
        </span>
      )}
      <Segments
        label={label}
        options={MODES}
        field={form.register(`caps.${name}.mode`, { onChange: clear })}
      />
      <div aria-live="polite" className="contents">
        {error ? (
          <p id={errorId} className="flex items-start gap-1 col-span-full text-12 text-neg">
            <CircleAlert aria-hidden className="size-4" />
            {error}
          </p>
        ) : null}
      </div>
    </div>
  )
}
