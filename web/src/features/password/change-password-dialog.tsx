// The dialog that changes the password in two steps: the current one is verified, then the new one chosen. Closing
// clears all fields.
import { type FormEvent, useState } from 'react'
import { useChangePassword, useVerifyPassword } from '@/entities/user/mutations'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TOASTS } from '@/shared/config/limits'
import { changePassword, verifyPassword } from '@/shared/copy/identity/password'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { CurrentPasswordStep } from './current-password-step'
import { isNewPasswordGood } from './new-password'
import { NewPasswordStep } from './new-password-step'

type Form = {
  step: 'current' | 'new'
  /** True after coming back from the second step. */
  returned: boolean
  current: string
  next: string
  confirm: string
  error: string | null
}

const BLANK: Form = { step: 'current', returned: false, current: '', next: '', confirm: '', error: null }

export function ChangePasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form, setForm] = useState(BLANK)
  const verify = useVerifyPassword()
  const change = useChangePassword()
  const retry = useRetryAfter()
  const pending = verify.isPending || change.isPending
  const ready =
    form.step === 'current' ? form.current !== '' : isNewPasswordGood(form.next) && form.next === form.confirm

  const put = (patch: Partial<Form>) => setForm((now) => ({ ...now, error: null, ...patch }))

  const check = async () => {
    try {
      await verify.mutateAsync(form.current)
      put({ step: 'new' })
    } catch (error) {
      if (retry.startFrom(error)) return
      const wrong = error instanceof ApiError && error.status === 403
      const text = errorMessageOf(error, verifyPassword.incorrect) ?? verifyPassword.unexpected
      if (wrong) put({ current: '', error: text })
      else toast.error(text, TOASTS.other)
    }
  }

  const save = async () => {
    try {
      await change.mutateAsync({ currentPassword: form.current, newPassword: form.next })
      onClose()
      toast.success(changePassword.success, {
        ...TOASTS.success,
        duration: TOASTS.session.duration,
        description: changePassword.successNote,
      })
    } catch (error) {
      if (retry.startFrom(error)) return
      if (error instanceof ApiError && error.status === 403) {
        put({
          step: 'current',
          returned: true,
          current: '',
          error: error.serverText ?? verifyPassword.incorrect,
        })
      } else if (error instanceof ApiError && error.fields.newPassword !== undefined) {
        put({ error: error.fields.newPassword })
      } else {
        toast.error(errorMessageOf(error, changePassword.failed) ?? changePassword.unexpected, TOASTS.other)
      }
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready || pending) return
    if (form.step === 'current') check()
    else save()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={() => setForm(BLANK)}
      dismissible={!pending}
      title={changePassword.title}
      description={form.step === 'current' ? changePassword.currentIntro : changePassword.newIntro}
      onSubmit={submit}
      footer={
        form.step === 'current' ? (
          // This button needs its own key: if React reused the Back button, the same click would submit the form.
          <Button
            key="next"
            type="submit"
            variant="primary"
            disabled={!ready}
            pending={pending}
            pendingLabel={changePassword.verifying}
          >
            {changePassword.next}
          </Button>
        ) : (
          <>
            <Button key="back" disabled={pending} onClick={() => setForm({ ...BLANK, returned: true })}>
              {changePassword.back}
            </Button>
            <Button
              key="change"
              type="submit"
              variant="primary"
              disabled={!ready}
              pending={pending}
              pendingLabel={changePassword.pending}
            >
              {changePassword.submit}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        {form.step === 'current' ? (
          <CurrentPasswordStep
            value={form.current}
            error={form.error}
            returned={form.returned}
            onChange={(current) => put({ current })}
          />
        ) : (
          <NewPasswordStep
            next={form.next}
            confirm={form.confirm}
            error={form.error}
            onNext={(next) => put({ next })}
            onConfirm={(confirm) => put({ confirm })}
          />
        )}
        {retry.text ? <Banner tone="warning">{retry.text}</Banner> : null}
      </div>
    </Dialog>
  )
}
