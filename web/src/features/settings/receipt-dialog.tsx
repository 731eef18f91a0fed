// The dialog with the seller's data on receipts: name, address, a tax line and a logo. The logo is saved as soon as it
// is chosen.
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react'
import type { Settings } from '@/entities/settings/queries'
import { useLogoUrl, useRemoveLogo, useUpdateStudio, useUploadLogo } from '@/entities/settings/studio'
import { errorMessageOf } from '@/shared/api/error'
import { AVATAR, STUDIO, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { receiptSettings as copy } from '@/shared/copy/settings/settings'
import { pictureFault } from '@/shared/lib/picture-fault'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'

type ReceiptDialogProps = { settings: Settings; open: boolean; onClose: () => void }

export function ReceiptDialog({ settings, open, onClose }: ReceiptDialogProps) {
  const save = useUpdateStudio()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    save.mutate(
      { studio_name: text('name'), studio_address: text('address'), studio_tax_line: text('tax') },
      {
        onSuccess: () => {
          toast.success(copy.saved, TOASTS.success)
          onClose()
        },
      },
    )
  }
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onClosed={() => save.reset()}
      onSubmit={submit}
      isPending={save.isPending}
      failure={save.isError ? (errorMessageOf(save.error, copy.failed) ?? calls.offline) : null}
      title={copy.title}
      description={copy.intro}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
    >
      <Field label={copy.name} hint={copy.nameHint}>
        <Input
          name="name"
          defaultValue={settings.studio_name}
          maxLength={STUDIO.nameMax}
          autoComplete="organization"
        />
      </Field>
      <Field label={copy.address}>
        <Textarea
          name="address"
          rows={3}
          defaultValue={settings.studio_address}
          maxLength={STUDIO.addressMax}
          autoComplete="street-address"
        />
      </Field>
      <Field label={copy.tax} hint={copy.taxHint}>
        <Input name="tax" defaultValue={settings.studio_tax_line} maxLength={STUDIO.taxMax} />
      </Field>
      <Logo path={settings.studio_logo} />
    </EntryDialog>
  )
}

function Logo({ path }: { path: string | null }) {
  const url = useLogoUrl(path)
  const upload = useUploadLogo()
  const remove = useRemoveLogo()
  const chooser = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)
  const showFailure = (error: unknown) => setFault(errorMessageOf(error, copy.logoFailed) ?? calls.offline)

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // Emptied, so that choosing the same file again fires a change event.
    event.target.value = ''
    if (file === undefined) return
    const reason = pictureFault(file)
    setFault(reason)
    if (reason === null) upload.mutate(file, { onError: showFailure })
  }

  return (
    <fieldset className="grid gap-1.5 min-w-0">
      <legend className="mb-1.5 font-medium">{copy.logo}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {url ? (
          <img
            src={url}
            alt={copy.logoShown}
            className="h-11 max-w-50 object-contain rounded-control bg-white p-1"
          />
        ) : null}
        <Button pending={upload.isPending} onClick={() => chooser.current?.click()}>
          {path ? copy.changeLogo : copy.addLogo}
        </Button>
        {path ? (
          <Button
            variant="danger"
            pending={remove.isPending}
            onClick={() => remove.mutate(undefined, { onError: showFailure })}
          >
            {copy.removeLogo}
          </Button>
        ) : null}
        <input
          ref={chooser}
          type="file"
          accept={AVATAR.types.join(',')}
          onChange={choose}
          className="hidden"
          aria-label={copy.addLogo}
        />
      </div>
      <div aria-live="polite" className="contents">
        {fault ? <p className="text-12 text-neg">{fault}</p> : null}
      </div>
      <p className="text-12 text-ink-3">{copy.logoHint}</p>
    </fieldset>
  )
}
