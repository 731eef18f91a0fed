// The panel that shows whether strangers can see the public page, the reasons if not, and its address with the handle.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowUpRight, Check, Link2, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type HiddenBy, handleQuery, type Shop, useUpdateShop } from '@/entities/shop/shop'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { calls } from '@/shared/copy/calls'
import { shop as copy } from '@/shared/copy/shop/shop'
import { copyText } from '@/shared/lib/copy-text'
import { cx } from '@/shared/lib/cx'
import { dayText, today } from '@/shared/lib/time/calendar'
import { useDebounced } from '@/shared/lib/use-debounced'
import { Button, buttonClass } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Switch } from '@/shared/ui/inputs/switch'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'
import { toast } from '@/shared/ui/toast/toast'
import { useChangeShop } from './use-change-shop'

export function VisibilityPanel({ shop }: { shop: Shop }) {
  const change = useChangeShop()
  const { is_visible, why_not_visible, url, is_on } = shop
  return (
    <Panel solid padded={false} title={copy.section}>
      <div
        role="status"
        className={cx(
          'flex gap-2.5 mx-(--pad) mb-4 px-3.5 py-3 rounded-control',
          is_visible ? 'bg-pos-soft text-pos' : 'bg-warn-soft text-warn',
        )}
      >
        {is_visible ? (
          <Check aria-hidden className="flex-none size-[18px] mt-px" />
        ) : (
          <TriangleAlert aria-hidden className="flex-none size-[18px] mt-px" />
        )}
        <div>
          <p className="font-medium">{is_visible ? copy.visible : copy.notVisible}</p>
          {why_not_visible.length > 0 ? (
            <ul className="grid gap-0.5 mt-1">
              {why_not_visible.map((reason) => (
                <li key={reason}>
                  {reason === 'operator' && shop.hidden_by_operator ? copy.hidden : copy.why[reason]}{' '}
                  <Fix reason={reason} />
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      </div>
      <div className="flex items-center gap-4 px-(--pad) py-3 border-t border-line">
        <div className="grow min-w-0">
          <p id="shop-on" className="font-medium">
            {copy.on.label}
          </p>
          <p id="shop-on-help" className="mt-0.5 text-12 text-ink-3">
            {copy.on.help}
          </p>
        </div>
        <Switch
          checked={is_on}
          onCheckedChange={(on) => change({ is_on: on })}
          aria-labelledby="shop-on"
          aria-describedby="shop-on-help"
        />
      </div>
      <HandleForm key={shop.handle ?? ''} shop={shop} />
      {url === null ? null : (
        <div className="flex flex-wrap gap-2 px-(--pad) py-3.5 border-t border-line">
          <Button
            icon={<Link2 aria-hidden />}
            onClick={() => copyText(url, { done: copy.linkCopied, failed: copy.linkFailed })}
          >
            {copy.copyLink}
          </Button>
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ArrowUpRight aria-hidden />
            {copy.asStrangers}
          </a>
        </div>
      )}
    </Panel>
  )
}

function Fix({ reason }: { reason: HiddenBy }) {
  const change = useChangeShop()
  const className = `${textLinkClass} text-warn!`
  if (reason === 'visibility') {
    return (
      <Link to={PATHS.settings} hash="privacy" className={className}>
        {copy.fix.visibility}
      </Link>
    )
  }
  if (reason === 'off') {
    return (
      <button type="button" className={className} onClick={() => change({ is_on: true })}>
        {copy.fix.off}
      </button>
    )
  }
  return null
}

const CHECK_DELAY_MS = 400

function HandleForm({ shop }: { shop: Shop }) {
  const own = shop.handle ?? ''
  const [typed, setTyped] = useState(own)
  const [fault, setFault] = useState<string | null>(null)
  const { mutate: save, isPending } = useUpdateShop()
  const wanted = typed.trim().toLowerCase()
  const later = useDebounced(wanted, CHECK_DELAY_MS)
  const { data, isFetching } = useQuery(handleQuery(later === own ? '' : later))
  const isChecked = later === wanted && wanted !== '' && wanted !== own && data !== undefined
  const isTaken = isChecked && !data.is_free
  const hint = isChecked && data.is_free ? copy.handleFree(wanted) : null
  const base = addressOf(shop.url, own)

  function submit(event: FormEvent) {
    event.preventDefault()
    save(
      { handle: wanted },
      {
        onSuccess: () => toast.success(copy.saved, TOASTS.success),
        onError: (error) => {
          const field = error instanceof ApiError ? error.fields.handle : undefined
          setFault(field ?? errorMessageOf(error, copy.failed) ?? calls.offline)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="px-(--pad) py-4 border-t border-line">
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label={copy.handle}
          error={fault ?? (isTaken ? data.reason : undefined)}
          hint={
            hint ? (
              <span className="inline-flex items-center gap-1 text-pos">
                <Check aria-hidden className="size-3.5" />
                {hint}
              </span>
            ) : isFetching && wanted !== own ? (
              copy.handleChecking
            ) : own !== '' && wanted !== own ? (
              copy.handleMoves(own)
            ) : (
              copy.handleHint
            )
          }
          aside={<span className="text-12 text-ink-3 truncate">{`${base}${wanted || '…'}`}</span>}
          className="grow basis-64 max-w-[480px]"
        >
          <Input
            value={typed}
            maxLength={30}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value)
              setFault(null)
            }}
          />
        </Field>
        <Button
          type="submit"
          className="sm:mt-[26px]"
          disabled={wanted === own || isTaken}
          pending={isPending}
          pendingLabel={copy.saving}
        >
          {copy.save}
        </Button>
      </div>
      {shop.old_handles.length > 0 ? (
        <ul className="num mt-2 text-12 text-ink-3">
          {shop.old_handles.map(({ handle, until }) => (
            <li key={handle}>{copy.oldHandle(`@${handle}`, dayText(today(new Date(until))))}</li>
          ))}
        </ul>
      ) : null}
    </form>
  )
}

/** The part of the address before the handle. */
function addressOf(url: string | null, handle: string): string {
  if (url === null) return `${window.location.host}/@`
  return url.replace(/^https?:\/\//, '').slice(0, -handle.length || undefined)
}
