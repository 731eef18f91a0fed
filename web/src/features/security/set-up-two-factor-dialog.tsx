// The two-factor wizard: scan, verify, complete. Closing it at any step resets it.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useEnableTwoFactor, useGenerateTwoFactor } from '@/entities/security/mutations'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { CodeField, isWholeCode } from './code-field'
import { RecoveryCodes } from './recovery-codes'
import { ScanStep } from './scan-step'
import { WizardSteps } from './wizard-steps'

type Step = 1 | 2 | 3

export function SetUpTwoFactorDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>(1)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const next = useRef<HTMLButtonElement>(null)
  const generate = useGenerateTwoFactor()
  const enable = useEnableTwoFactor()
  const { mutate: newSecret } = generate

  useEffect(() => {
    if (open) newSecret()
  }, [open, newSecret])

  const reset = () => {
    setStep(1)
    setCode('')
    setError(null)
    generate.reset()
    enable.reset()
  }

  // Going back removes the focused button, so the focus moves to the one in its place.
  const back = () => {
    setStep(1)
    requestAnimationFrame(() => next.current?.focus())
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (step === 1 && generate.isSuccess) setStep(2)
    if (step === 3) onClose()
    if (step !== 2 || !isWholeCode(code) || enable.isPending) return
    enable.mutate(code, {
      onSuccess: () => setStep(3),
      onError: (failure) => {
        // The proof dialog was canceled: the typed code stays.
        if (failure instanceof ApiError && failure.requiresProof) return
        setCode('')
        const text = errorMessageOf(failure, twoFactorSetup.enableFailed)
        setError(text)
        if (text === null) toast.error(twoFactorSetup.enableFailed, TOASTS.other)
      },
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(opened) => {
        if (!opened) onClose()
      }}
      onClosed={reset}
      dismissible={!enable.isPending}
      title={twoFactorSetup.title}
      description={step === 3 ? undefined : step === 2 ? twoFactorSetup.codeIntro : twoFactorSetup.scanIntro}
      onSubmit={submit}
      footer={
        step === 1 ? (
          // This button needs its own key: if React reused the Back button, the same click would submit the form.
          <Button key="next" ref={next} type="submit" variant="primary" disabled={!generate.isSuccess}>
            {twoFactorSetup.next}
          </Button>
        ) : step === 2 ? (
          <>
            <Button key="back" disabled={enable.isPending} onClick={back}>
              {twoFactorSetup.back}
            </Button>
            <Button
              key="enable"
              type="submit"
              variant="primary"
              disabled={!isWholeCode(code)}
              pending={enable.isPending}
              pendingLabel={twoFactorSetup.enabling}
            >
              {twoFactorSetup.enable}
            </Button>
          </>
        ) : (
          <Button key="done" type="submit" variant="primary">
            {twoFactorSetup.done}
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <WizardSteps current={step} />
        {step === 1 ? (
          <ScanStep secret={generate.data} failed={generate.isError} onRetry={newSecret} />
        ) : null}
        {step === 2 ? (
          <CodeField
            focusOnShow
            value={code}
            error={error}
            onChange={(digits) => {
              setCode(digits)
              setError(null)
            }}
          />
        ) : null}
        {step === 3 ? <RecoveryCodes codes={enable.data?.recoveryCodes ?? []} /> : null}
      </div>
    </Dialog>
  )
}
