// Deleting a file that licenses promise: says what it means, and asks for the password.
import { type FormEvent, useState } from 'react'
import { answeredText } from '@/shared/api/error'
import { beatFiles, promised as copy } from '@/shared/copy/beat'
import { calls } from '@/shared/copy/calls'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'

type PromisedDialogProps = {
  open: boolean
  onClose: () => void
  /** How many live licenses promise it. */
  count: number
  onDelete: (password: string) => Promise<unknown>
}

export function PromisedDialog({ open, onClose, count, onDelete }: PromisedDialogProps) {
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
      setFault(answeredText(error, beatFiles.deleteFailed) ?? calls.offline)
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
      description={copy.meaning(count)}
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
