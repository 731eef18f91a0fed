// The panel of the public page's content: the producer's text, which contact details are shown, and how sold beats are
// shown.
import { type FormEvent, useId, useState } from 'react'
import { type Shop, type ShopChange, SOLD_SHOWN, useUpdateShop } from '@/entities/shop/shop'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { shop as copy } from '@/shared/copy/shop/shop'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Segmented } from '@/shared/ui/inputs/segmented'
import { Switch } from '@/shared/ui/inputs/switch'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'
import { useChangeShop } from './use-change-shop'

const WORDS_MAX = 1_000

export function PageContentPanel({ shop }: { shop: Shop }) {
  const change = useChangeShop()
  const switches = [
    [copy.platforms, 'platforms'],
    [copy.showEmail, 'show_email'],
    [copy.showPhone, 'show_phone'],
    [copy.showPlace, 'show_place'],
  ] as const
  return (
    <Panel solid padded={false} title={copy.shown}>
      <ProducerTextForm key={shop.words} shop={shop} />
      <ul>
        {switches.map(([words, key]) => (
          <SwitchRow
            key={key}
            words={words}
            checked={shop[key]}
            onChange={(on) => change({ [key]: on } as ShopChange)}
          />
        ))}
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 min-h-14 px-(--pad) py-2.5 border-t border-line">
          <div className="grow basis-40 min-w-0">
            <p className="font-medium">{copy.sold.label}</p>
            <p className="mt-0.5 text-12 text-ink-3">{copy.sold.help}</p>
          </div>
          <Segmented
            label={copy.sold.label}
            value={shop.show_sold}
            onValueChange={(show_sold) => change({ show_sold })}
            options={SOLD_SHOWN.map((value) => ({ value, label: copy.sold.options[value] }))}
          />
        </li>
      </ul>
    </Panel>
  )
}

type SwitchRowProps = {
  words: { label: string; help: string }
  checked: boolean
  onChange: (on: boolean) => void
}

function SwitchRow({ words, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <li className="flex items-center gap-4 min-h-14 px-(--pad) py-2 border-t border-line">
      <div className="grow min-w-0">
        <p id={`${id}-label`} className="font-medium">
          {words.label}
        </p>
        <p id={`${id}-help`} className="mt-0.5 text-12 text-ink-3">
          {words.help}
        </p>
      </div>
      <Switch
        checked={checked}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
      />
    </li>
  )
}

function ProducerTextForm({ shop }: { shop: Shop }) {
  const [words, setWords] = useState(shop.words)
  const [fault, setFault] = useState<string | null>(null)
  const { mutate: save, isPending } = useUpdateShop()

  function submit(event: FormEvent) {
    event.preventDefault()
    save(
      { words: words.trim() },
      {
        onSuccess: () => toast.success(copy.saved, TOASTS.success),
        onError: (error) => {
          const field = error instanceof ApiError ? error.fields.words : undefined
          setFault(field ?? errorMessageOf(error, copy.failed) ?? calls.offline)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3 px-(--pad) pb-4">
      <Field label={copy.words} hint={copy.wordsHint} error={fault ?? undefined}>
        <Textarea
          rows={3}
          maxLength={WORDS_MAX}
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setFault(null)
          }}
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={words.trim() === shop.words}
        pending={isPending}
        pendingLabel={copy.saving}
      >
        {copy.save}
      </Button>
    </form>
  )
}
