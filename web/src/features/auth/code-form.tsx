// The form of the two-factor code, at sign-in and at unlock: six digits from the authenticator app, or a recovery code,
// which is longer, contains letters and therefore has a field of its own.
import { type ClipboardEvent, useEffect } from 'react'
import { useRetryAfter } from '@/shared/api/use-retry-after'
import { TWO_FACTOR } from '@/shared/config/limits'
import { twoFactorStep } from '@/shared/copy/identity/auth'
import { useEntryForm } from '@/shared/forms/use-entry-form'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { textLinkClass } from '@/shared/ui/text-link'
import { FailureNotice } from './failure-notice'
import { RetryNotice } from './retry-notice'
import { codeDigits, codeSchema, recoverySchema } from './sign-in-schema'
import { useFailure } from './use-failure'

type CodeFormProps = {
  /** True if a recovery code is asked for instead of six digits. */
  recovery: boolean
  onRecoveryChange: (recovery: boolean) => void
  submitLabel: string
  pendingLabel: string
  backLabel: string
  onBack: () => void
  /** Submits the code. Resolves null if it was accepted, else the error message; the form then clears the code. */
  onCode: (code: string) => Promise<string | null>
  /** Returns the message for a failed request; null if it was shown already. */
  onFailure: (error: unknown) => string | null
  /** The position and duration of the toast about a failure. */
  toastAt?: Parameters<typeof useFailure>[0]
}

export function CodeForm(props: CodeFormProps) {
  const { recovery, onRecoveryChange } = props
  return (
    <>
      <CodeEntry key={String(recovery)} {...props} />
      <button
        type="button"
        className={`${textLinkClass} justify-self-center text-14`}
        onClick={() => onRecoveryChange(!recovery)}
      >
        {recovery ? twoFactorStep.useCode : twoFactorStep.useRecovery}
      </button>
    </>
  )
}

function CodeEntry({
  recovery,
  submitLabel,
  pendingLabel,
  backLabel,
  onBack,
  onCode,
  onFailure,
  toastAt,
}: CodeFormProps) {
  const { form, field } = useEntryForm(recovery ? recoverySchema : codeSchema, { code: '' })
  const { errors, isSubmitting } = form.formState
  const retry = useRetryAfter()
  const failure = useFailure(toastAt)
  const code = field('code')

  useEffect(() => form.setFocus('code'), [form])

  // An authenticator app that shows "123 456" copies the space too, which would push the last digit out of the field.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    form.setValue('code', codeDigits(event.clipboardData.getData('text')))
    form.clearErrors('code')
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      const wrong = await onCode(values.code)
      if (wrong === null) return
      failure.show(wrong)
    } catch (error) {
      const text = retry.startFrom(error) ? null : onFailure(error)
      if (text !== null) failure.show(text)
    }
    form.setValue('code', '')
    form.setFocus('code')
  })

  return (
    <form noValidate onSubmit={submit} onChange={failure.clear} className="grid gap-5">
      <Field label={recovery ? twoFactorStep.recoveryCode : twoFactorStep.code} error={errors.code?.message}>
        {recovery ? (
          <Input
            {...code}
            size="lg"
            className="code"
            placeholder={twoFactorStep.recoveryPlaceholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        ) : (
          <Input
            {...code}
            onChange={(event) => {
              event.target.value = codeDigits(event.target.value)
              return code.onChange(event)
            }}
            onPaste={paste}
            size="lg"
            figures="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={TWO_FACTOR.codeLength}
            className="text-20 tracking-[0.3em]"
          />
        )}
      </Field>
      <FailureNotice text={failure.text} />
      <RetryNotice text={retry.text} />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          pending={isSubmitting}
          pendingLabel={pendingLabel}
        >
          {submitLabel}
        </Button>
        <Button size="lg" variant="quiet" block disabled={isSubmitting} onClick={onBack}>
          {backLabel}
        </Button>
      </div>
    </form>
  )
}
