// The dialog that records the usage of a license, as the buyer reports it.
import { type FormEvent, useState } from 'react'
import type { License } from '@/entities/licenses/license'
import { useNoteUsage } from '@/entities/licenses/mutations'
import { CAPS, type CapName } from '@/entities/licenses/terms'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { caps, usageForm as copy } from '@/shared/copy/licenses/licenses'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'

type UsageDialogProps = { open: boolean; onClose: () => void; license: License }

type TypedUsage = Partial<Record<CapName, string>>

export function UsageDialog({ open, onClose, license }: UsageDialogProps) {
  const { terms, usage } = license
  const note = useNoteUsage()
  const shown = CAPS.filter((name) => terms.caps[name].allowed || (usage[name] ?? 0) > 0)
  const [typed, setTyped] = useState<TypedUsage>(() =>
    Object.fromEntries(shown.map((name) => [name, (usage[name] ?? 0).toLocaleString('en-US')])),
  )
  const [faults, setFaults] = useState<TypedUsage>({})
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = shown.filter((name) => wholeOf(typed[name] ?? '') === null)
    setFaults(Object.fromEntries(wrong.map((name) => [name, copy.wrong])))
    setFailure(null)
    if (wrong.length > 0) return
    try {
      const sent = Object.fromEntries(shown.map((name) => [name, wholeOf(typed[name] ?? '') ?? 0]))
      await note.mutateAsync({ id: license.id, usage: sent })
      toast.success(copy.saved, TOASTS.success)
      onClose()
    } catch (error) {
      if (error instanceof ApiError) setFaults(error.fields)
      setFailure(errorMessageOf(error, copy.failed) ?? calls.offline)
    }
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={note.isPending}
      failure={failure}
      title={copy.title}
      description={copy.intro}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      {shown.map((name) => {
        const { limit } = terms.caps[name]
        return (
          <Field
            key={name}
            label={caps[name]}
            error={faults[name]}
            aside={
              limit === null ? undefined : (
                <span className="num text-12 text-ink-3">{copy.ofLimit(limit)}</span>
              )
            }
          >
            <Input
              figures="amount"
              inputMode="numeric"
              autoComplete="off"
              value={typed[name] ?? ''}
              onChange={({ target }) => {
                setTyped({ ...typed, [name]: target.value })
                setFaults({ ...faults, [name]: undefined })
              }}
            />
          </Field>
        )
      })}
    </EntryDialog>
  )
}

function wholeOf(typed: string): number | null {
  const digits = typed.trim().replaceAll(',', '')
  if (digits === '') return 0
  return /^\d{1,13}$/.test(digits) ? Number(digits) : null
}
