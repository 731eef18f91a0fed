// Reserving a beat for a client or a named buyer.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { matchesQuery } from '@/entities/clients/queries'
import { MOST_HOURS, USUAL_HOURS, useReserve } from '@/entities/reservations/reservation'
import { errorMessageOf } from '@/shared/api/error'
import { CLIENT, TOASTS, TRANSACTION } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { reservation as copy } from '@/shared/copy/library/beat'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { SuggestInput } from '@/shared/ui/inputs/suggest-input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'

type ReserveDialogProps = { open: boolean; onClose: () => void; documentId: string }

export function ReserveDialog({ open, onClose, documentId }: ReserveDialogProps) {
  const [name, setName] = useState('')
  const [clientId, setClientId] = useState<string | null>(null)
  const [hours, setHours] = useState(String(USUAL_HOURS))
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: reserve, isPending } = useReserve(documentId)
  const wanted = useDebounced(clientId === null ? name.trim() : '', TRANSACTION.searchDelayMs)
  const { data: matches = [] } = useQuery(matchesQuery(wanted))
  const count = /^\d{1,3}$/.test(hours.trim()) ? Number(hours) : 0
  const hasHours = count >= 1 && count <= MOST_HOURS

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setFailure(null)
    if (name.trim() === '' || !hasHours) return
    try {
      await reserve({ clientId, name: name.trim(), hours: count })
      toast.success(copy.saved, TOASTS.success)
      onClose()
    } catch (error) {
      setFailure(errorMessageOf(error, copy.saveFailed) ?? calls.offline)
    }
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={copy.title}
      description={copy.hint}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
      gridClass="grid-cols-[minmax(0,1fr)_96px]"
    >
      <Field
        label={copy.buyer}
        hint={copy.buyerHint}
        error={isChecked && name.trim() === '' ? copy.buyerRequired : undefined}
        required
      >
        <SuggestInput
          value={name}
          onValueChange={(typed) => {
            setName(typed)
            setClientId(null)
          }}
          items={matches.map(({ id, name: label, email }) => ({ id, label, note: email }))}
          onChoose={({ id, label }) => {
            setName(label)
            setClientId(id)
          }}
          listLabel={copy.buyer}
          maxLength={CLIENT.nameMax}
        />
      </Field>
      <Field label={copy.hours} error={isChecked && !hasHours ? copy.hoursWrong : undefined} required>
        <Input
          figures="amount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        />
      </Field>
    </EntryDialog>
  )
}
