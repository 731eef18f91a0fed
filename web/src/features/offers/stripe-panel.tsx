// The settings of Stripe's webhook: the URL to enter at Stripe, and the signing secret, which can be replaced and
// removed.
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type StripeHook, stripeQuery, useSetStripeSecret } from '@/entities/offers/stripe'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { stripe as copy } from '@/shared/copy/shop/stripe'
import { copyText } from '@/shared/lib/copy-text'
import { momentText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Field } from '@/shared/ui/inputs/field'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'

export function StripePanel() {
  const { data: hook, error, refetch } = useQuery(stripeQuery)
  return (
    <Panel
      solid
      id="stripe"
      title={copy.title}
      aside={
        hook ? <Badge tone={hook.is_set ? 'pos' : 'neutral'}>{hook.is_set ? copy.on : copy.off}</Badge> : null
      }
    >
      <p className="-mt-2 mb-4 max-w-[72ch] text-ink-2">{copy.intro}</p>
      {hook ? <StripeDetails hook={hook} /> : null}
      {!hook && error ? (
        <ListFailure
          text={errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
          retryLabel={copy.retry}
          onRetry={() => refetch()}
        />
      ) : null}
      {!hook && !error ? (
        <Loading label={copy.loading}>
          <Skeleton height={64} />
        </Loading>
      ) : null}
    </Panel>
  )
}

function StripeDetails({ hook }: { hook: StripeHook }) {
  const [isReplacing, setReplacing] = useState(false)
  const { url, is_set } = hook
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <p className="font-medium">{copy.address}</p>
        <div className="flex items-center gap-1 pl-3 pr-1 min-h-10 rounded-control bg-surface-3 text-ink-2">
          <code className="code grow min-w-0 py-1.5 text-12 break-all">{url}</code>
          <IconButton
            size="sm"
            label={copy.copyAddress}
            icon={<Link2 aria-hidden className="size-[18px]" />}
            onClick={() => copyText(url, { done: copy.addressCopied, failed: copy.addressFailed })}
          />
        </div>
      </div>
      {is_set && !isReplacing ? (
        <Connected hook={hook} onReplace={() => setReplacing(true)} />
      ) : (
        <SecretForm isNew={!is_set} onClose={() => setReplacing(false)} />
      )}
      <details className="text-ink-2">
        <summary className="w-fit cursor-pointer font-medium text-ink">{copy.help}</summary>
        <ol className="grid gap-1 mt-2 pl-5 list-decimal max-w-[72ch]">
          {copy.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}

function Connected({ hook, onReplace }: { hook: StripeHook; onReplace: () => void }) {
  const { mutateAsync: set, isPending } = useSetStripeSecret()
  async function remove() {
    const isSure = await confirm({
      title: copy.removeQuestion,
      description: copy.removeMeaning,
      confirmLabel: copy.remove,
      danger: true,
    })
    if (!isSure) return
    try {
      await set('')
      toast.success(copy.removed, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, copy.removeFailed) ?? calls.offline, TOASTS.other)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="grow basis-64 text-ink-2">
        {copy.isSet}{' '}
        {copy.lastEvent(hook.last_event_at && momentText(hook.last_event_at), hook.is_last_event_a_test)}
      </p>
      <Button onClick={onReplace}>{copy.replace}</Button>
      <Button variant="danger" pending={isPending} onClick={remove}>
        {copy.remove}
      </Button>
    </div>
  )
}

function SecretForm({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { mutate: save, isPending } = useSetStripeSecret()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (secret.trim() === '') {
      setFault(copy.secretRequired)
      return
    }
    save(secret.trim(), {
      onSuccess: () => {
        toast.success(isNew ? copy.connected : copy.replaced, TOASTS.success)
        onClose()
      },
      onError: (error) => {
        const field = error instanceof ApiError ? error.fields.stripe_secret : undefined
        setFault(field ?? errorMessageOf(error, copy.failed) ?? calls.offline)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <Field
        label={isNew ? copy.secret : copy.newSecret}
        hint={isNew ? copy.secretHint : copy.replaceHint}
        error={fault ?? undefined}
        className="grow basis-64 max-w-[480px]"
      >
        <PasswordInput
          value={secret}
          autoComplete="off"
          autoFocus={!isNew}
          onChange={({ target }) => {
            setSecret(target.value)
            setFault(null)
          }}
        />
      </Field>
      <Button type="submit" className="sm:mt-[26px]" pending={isPending} pendingLabel={copy.saving}>
        {isNew ? copy.connect : copy.save}
      </Button>
      {isNew ? null : (
        <Button variant="quiet" className="sm:mt-[26px]" onClick={onClose}>
          {copy.cancel}
        </Button>
      )}
    </form>
  )
}
