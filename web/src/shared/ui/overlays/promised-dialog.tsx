// The dialog that deletes a beat or a file that licenses promise: it explains the consequences, and asks for the
// password.
import { type FormEvent, useState } from 'react'
import { errorMessageOf } from '@/shared/api/error'
import { calls } from '@/shared/copy/calls'
import { promised as copy } from '@/shared/copy/library/beat'
import { Field } from '../inputs/field'
import { PasswordInput } from '../inputs/password-input'
import { EntryDialog } from './entry-dialog'

type PromisedDialogProps = {
  open: boolean
  onClose: () => void
  what: 'beat' | 'file'
  /** The number of live licenses that promise it. */
  count: number
  onDelete: (password: string) => Promise<unknown>
}

export function PromisedDialog({ open, onClose, what, count, onDelete }: PromisedDialogProps) {
  const [password, setPassword] = useState('')
  const [isPending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (password === '') return setFault(copy.passwordRequired)
    setPending(true)
    try {
      await onDelete(password)
      onClose()
    } catch (error) {
      setFault(errorMessageOf(error, copy.failed) ?? calls.offline)
    } finally {
      setPending(false)
    }
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      isDanger
      title={copy.title}
      description={copy.meaning(what, count)}
      labels={{ cancel: copy.cancel, submit: copy.confirm, pending: copy.pending }}
    >
      <Field label={copy.password} error={fault} required>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => {
            setFault(null)
            setPassword(target.value)
          }}
        />
      </Field>
    </EntryDialog>
  )
}
