// The last confirmation before an account is deleted: it lists what is deleted, and asks for a typed word, so that
// nobody confirms by habit. After the deletion it shows a message until the sign-in screen replaces it.
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useDeleteAccount } from '@/entities/user/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { accountDeletion as copy } from '@/shared/copy/identity/account'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'

type DeleteAccountDialogProps = { open: boolean; password: string; onClose: () => void }

export function DeleteAccountDialog({ open, password, onClose }: DeleteAccountDialogProps) {
  const [word, setWord] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const deletion = useDeleteAccount()
  const isMeant = word.trim().toUpperCase() === copy.confirmWord
  const isOver = deletion.isPending || deletion.isSuccess

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isMeant || isOver) return
    setFailure(null)
    deletion.mutate(password, {
      onSuccess: () => toast.success(copy.done, TOASTS.session),
      onError: (error) => setFailure(errorMessageOf(error, copy.failed) ?? copy.failedLater),
    })
  }

  const reset = () => {
    setWord('')
    setFailure(null)
    deletion.reset()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={reset}
      dismissible={!isOver}
      size="sm"
      title={deletion.isSuccess ? copy.done : copy.title}
      description={deletion.isSuccess ? undefined : copy.intro}
      onSubmit={submit}
      footer={
        deletion.isSuccess ? undefined : (
          <>
            <Button disabled={isOver} onClick={onClose}>
              {copy.cancel}
            </Button>
            <Button
              type="submit"
              variant="danger"
              disabled={!isMeant}
              pending={deletion.isPending}
              pendingLabel={copy.pending}
            >
              {copy.submit}
            </Button>
          </>
        )
      }
    >
      {deletion.isSuccess ? (
        <p role="status" className="flex items-start gap-2">
          <CircleCheck aria-hidden className="shrink-0 text-pos" />
          {copy.doneIntro}
        </p>
      ) : (
        <div className="grid gap-4">
          <ul className="grid gap-1 pl-5 list-disc text-ink-2">
            {copy.losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
          <p className="text-ink-2">{copy.advice}</p>
          <Field label={copy.confirmLabel(copy.confirmWord)}>
            <Input
              value={word}
              onChange={(event) => setWord(event.target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          {failure ? <Banner tone="error">{failure}</Banner> : null}
        </div>
      )}
    </Dialog>
  )
}
