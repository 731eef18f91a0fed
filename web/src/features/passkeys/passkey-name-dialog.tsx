// The dialog that names a passkey: right after it was created, with the suggested name, or later.
import { type FormEvent, useState } from 'react'
import { useRenamePasskey } from '@/entities/passkeys/mutations'
import type { Passkey } from '@/entities/passkeys/queries'
import { errorMessageOf } from '@/shared/api/error'
import { PASSKEYS, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'

type PasskeyNameDialogProps = {
  naming: { passkey: Passkey; isNew: boolean } | null
  onClose: () => void
}

export function PasskeyNameDialog({ naming, onClose }: PasskeyNameDialogProps) {
  // The passkey stays in this state while the dialog closes, so that its texts do not change during the animation.
  const [shown, setShown] = useState(naming)
  if (naming !== null && naming !== shown) setShown(naming)
  return (
    <Dialog
      open={naming !== null}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="sm"
      title={shown?.isNew ? copy.nameTitle : copy.renameTitle}
      description={copy.nameIntro}
    >
      {shown === null ? null : <NameForm key={shown.passkey.id} {...shown} onDone={onClose} />}
    </Dialog>
  )
}

type NameFormProps = { passkey: Passkey; isNew: boolean; onDone: () => void }

function NameForm({ passkey, isNew, onDone }: NameFormProps) {
  const [name, setName] = useState(passkey.name)
  const [error, setError] = useState<string | null>(null)
  const rename = useRenamePasskey()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const chosen = name.trim()
    if (chosen === '') {
      setError(copy.nameRequired)
      return
    }
    if (chosen === passkey.name) {
      onDone()
      return
    }
    try {
      await rename.mutateAsync({ id: passkey.id, name: chosen })
      if (!isNew) toast.success(copy.renamed, TOASTS.success)
      onDone()
    } catch (failure) {
      const text = errorMessageOf(failure, copy.renameFailed)
      setError(text)
      if (text === null) toast.error(calls.offline, TOASTS.other)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field label={copy.name} error={error}>
        <Input
          value={name}
          maxLength={PASSKEYS.nameMax}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setError(null)
          }}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{isNew ? copy.skip : copy.cancel}</Button>
        <Button type="submit" variant="primary" pending={rename.isPending} pendingLabel={copy.saving}>
          {copy.save}
        </Button>
      </div>
    </form>
  )
}
