// Turning the second factor off with a current code. It says that it is done, and closes by itself.
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useDisableTwoFactor } from '@/entities/security/mutations'
import { answeredText } from '@/shared/api/error'
import { TOASTS, TWO_FACTOR } from '@/shared/config/limits'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
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
        const text = answeredText(failure, twoFactorSetup.disableFailed)
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
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={reset}
      dismissible={!disable.isPending}
      size="sm"
      title={twoFactorSetup.disableTitle}
      description={disable.isSuccess ? undefined : twoFactorSetup.disableIntro}
      onSubmit={submit}
      footer={
        disable.isSuccess ? undefined : (
          <>
            <Button disabled={disable.isPending} onClick={onClose}>
              {twoFactorSetup.cancel}
            </Button>
            <Button
              type="submit"
              variant="danger"
              disabled={!isWholeCode(code)}
              pending={disable.isPending}
              pendingLabel={twoFactorSetup.disabling}
            >
              {twoFactorSetup.disable}
            </Button>
          </>
        )
      }
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
    </Dialog>
  )
}
