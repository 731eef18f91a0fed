// The dialog that terminates a license, with a reason that is written into its record.
import { type FormEvent, useState } from 'react'
import type { License } from '@/entities/licenses/license'
import { useTerminateLicense } from '@/entities/licenses/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { LICENSE, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { terminateForm as copy } from '@/shared/copy/licenses/licenses'
import { Field } from '@/shared/ui/inputs/field'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'

type TerminateDialogProps = { open: boolean; onClose: () => void; license: License }

export function TerminateDialog({ open, onClose, license }: TerminateDialogProps) {
  const end = useTerminateLicense()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') {
      setMissing(true)
      return
    }
    end.mutate(
      { id: license.id, reason: reason.trim() },
      {
        onSuccess: () => {
          toast.success(copy.done, TOASTS.success)
          onClose()
        },
      },
    )
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={end.isPending}
      isDanger
      failure={end.isError ? (errorMessageOf(end.error, copy.failed) ?? calls.offline) : null}
      title={copy.title(license.reference)}
      description={copy.intro(license.buyer.name)}
      labels={{ cancel: copy.cancel, submit: copy.submit, pending: copy.saving }}
    >
      <Field label={copy.reason} error={isMissing ? copy.reasonRequired : undefined} required>
        <Textarea
          rows={3}
          maxLength={LICENSE.reasonMax}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setMissing(false)
          }}
        />
      </Field>
    </EntryDialog>
  )
}
