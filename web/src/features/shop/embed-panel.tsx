// The panel of the sites that may embed the player in a frame, and the HTML code for them.
import { Copy } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Shop, useUpdateShop } from '@/entities/shop/shop'
import { ApiError, errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { shop as copy } from '@/shared/copy/shop/shop'
import { copyText } from '@/shared/lib/copy-text'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'
import { embedCode, hostsOf } from './host-lines'

export function EmbedPanel({ shop }: { shop: Shop }) {
  const saved = shop.embed_hosts.join('\n')
  return (
    <Panel solid title={copy.embed}>
      <p className="-mt-2 mb-4 text-ink-2">{copy.embedIntro}</p>
      <HostsForm key={saved} saved={saved} />
      {shop.url !== null && shop.embed_hosts.length > 0 ? <Code code={embedCode(shop.url)} /> : null}
    </Panel>
  )
}

function HostsForm({ saved }: { saved: string }) {
  const [text, setText] = useState(saved)
  const [fault, setFault] = useState<string | null>(null)
  const { mutate: save, isPending } = useUpdateShop()
  const hosts = hostsOf(text)

  function submit(event: FormEvent) {
    event.preventDefault()
    save(
      { embed_hosts: hosts },
      {
        onSuccess: () => toast.success(copy.saved, TOASTS.success),
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {}
          const named = Object.entries(fields).find(([name]) => name.startsWith('embed_hosts'))?.[1]
          setFault(named ?? errorMessageOf(error, copy.failed) ?? calls.offline)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={copy.hosts} hint={copy.hostsHint} error={fault ?? undefined}>
        <Textarea
          rows={2}
          value={text}
          spellCheck={false}
          autoCapitalize="none"
          className="min-h-[60px]!"
          onChange={({ target }) => {
            setText(target.value)
            setFault(null)
          }}
        />
      </Field>
      <Button
        type="submit"
        className="justify-self-start"
        disabled={hosts.join('\n') === saved}
        pending={isPending}
        pendingLabel={copy.saving}
      >
        {copy.save}
      </Button>
    </form>
  )
}

function Code({ code }: { code: string }) {
  return (
    <div className="grid gap-1.5 mt-5">
      <p className="font-medium">{copy.code}</p>
      <div className="flex flex-wrap items-start gap-2">
        <code className="code grow basis-64 min-w-0 px-3 py-2 rounded-control bg-surface-3 text-12 break-all">
          {code}
        </code>
        <Button
          icon={<Copy aria-hidden />}
          onClick={() => copyText(code, { done: copy.codeCopied, failed: copy.linkFailed })}
        >
          {copy.copyCode}
        </Button>
      </div>
    </div>
  )
}
