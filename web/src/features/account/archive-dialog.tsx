// The dialog that requests an archive of the whole account with the password, and lists the archives whose files still
// exist.
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useRequestArchive } from '@/entities/archives/mutations'
import { archivesQuery, isUnfinished } from '@/entities/archives/queries'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TOASTS } from '@/shared/config/limits'
import { archive as copy } from '@/shared/copy/identity/account'
import { verifyPassword } from '@/shared/copy/identity/password'
import { Banner } from '@/shared/ui/banner'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'
import { ArchiveList } from './archive-list'

export function ArchiveDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const archives = useQuery({ ...archivesQuery, enabled: open })
  const request = useRequestArchive()
  const retry = useRetryAfter()
  const isBusy = archives.data?.some(isUnfinished) ?? false
  const isBlank = password.trim() === ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || request.isPending || isBusy) return
    setFailure(null)
    request.mutate(password, {
      onSuccess: ({ email }) => {
        setPassword('')
        toast.success(copy.requested(email), TOASTS.success)
      },
      onError: (refusal) => {
        setPassword('')
        input.current?.focus()
        if (retry.startFrom(refusal)) return
        if (refusal instanceof ApiError && refusal.status === 403) {
          setError(refusal.serverText ?? verifyPassword.incorrectRetry)
        } else {
          setFailure(errorMessageOf(refusal, copy.failed) ?? copy.failedRetry)
        }
      },
    })
  }

  const reset = () => {
    setPassword('')
    setError(null)
    setFailure(null)
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onClosed={reset}
      onSubmit={submit}
      isPending={request.isPending}
      isSubmitDisabled={isBlank || isBusy}
      title={copy.title}
      description={copy.intro}
      initialFocus={input}
      labels={{ cancel: copy.close, submit: copy.action, pending: copy.requesting }}
    >
      <Field label={verifyPassword.current} hint={isBusy ? copy.busy : undefined} error={error}>
        <PasswordInput
          ref={input}
          value={password}
          disabled={isBusy}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(null)
          }}
        />
      </Field>
      {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
      {failure ? <Banner tone="error">{failure}</Banner> : null}
      <ArchiveList
        archives={archives.data}
        isFailed={archives.isError}
        onRetry={() => {
          archives.refetch()
        }}
      />
    </EntryDialog>
  )
}
