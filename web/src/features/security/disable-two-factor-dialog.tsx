// The dialog that turns two-factor authentication off with a current code. It shows the success and closes by itself.
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useDisableTwoFactor } from '@/entities/security/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS, TWO_FACTOR } from '@/shared/config/limits'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'
import { CodeField, isWholeCode } from './code-field'

export function DisableTwoFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const disable = useDisableTwoFactor()

  useEffect(() => {
    if (!open || !disable.isSuccess) return
    const timer = setTimeout(onClose, TWO_FACTOR.dialogCloseDelayMs)
    return () => clearTimeout(timer)
  }, [open, disable.isSuccess, onClose])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWholeCode(code) || disable.isPending || disable.isSuccess) return
    disable.mutate(code, {
      onError: (failure) => {
        setCode('')
        const text = errorMessageOf(failure, twoFactorSetup.disableFailed)
        setError(text)
        if (text === null) toast.error(twoFactorSetup.disableFailed, TOASTS.other)
      },
    })
  }

  const reset = () => {
    setCode('')
    setError(null)
    disable.reset()
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onClosed={reset}
      onSubmit={submit}
      isPending={disable.isPending}
      isSubmitDisabled={!isWholeCode(code)}
      isDanger
      isDone={disable.isSuccess}
      size="sm"
      title={twoFactorSetup.disableTitle}
      description={disable.isSuccess ? undefined : twoFactorSetup.disableIntro}
      labels={{
        cancel: twoFactorSetup.cancel,
        submit: twoFactorSetup.disable,
        pending: twoFactorSetup.disabling,
      }}
    >
      {disable.isSuccess ? (
        <p role="status" className="flex items-center gap-2 font-medium">
          <CircleCheck aria-hidden className="text-pos" />
          {twoFactorSetup.disabled}
        </p>
      ) : (
        <CodeField
          value={code}
          error={error}
          onChange={(next) => {
            setCode(next)
            setError(null)
          }}
        />
      )}
    </EntryDialog>
  )
}
