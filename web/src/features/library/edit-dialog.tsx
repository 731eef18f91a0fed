// Changing what is known about an item. What the server says about a field stands at that field.
import { useId, useState } from 'react'
import { type Document, STATUSES } from '@/entities/documents/document'
import { useUpdateDocument } from '@/entities/documents/mutations'
import type { Overview } from '@/entities/documents/queries'
import { answeredText } from '@/shared/api/error'
import { KEYS, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { documentForm as copy, libraryFilter } from '@/shared/copy/media'
import { showFieldErrors, useEntryForm } from '@/shared/forms/use-entry-form'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { toast } from '@/shared/ui/toast/toast'
import { changeOf, type DocumentValues, documentSchema, scaledTempo, valuesOf } from './document-schema'

type EditDialogProps = {
  open: boolean
  onClose: () => void
  document: Document
  genres: Overview['genres']
}

export function EditDialog({ open, onClose, document, genres }: EditDialogProps) {
  const { form, field } = useEntryForm<DocumentValues>(documentSchema, valuesOf(document))
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync, isPending } = useUpdateDocument()
  const { errors } = form.formState
  const genreList = useId()
  const bpm = form.watch('bpm')

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const change = changeOf(document, values)
    try {
      if (Object.keys(change).length > 0) {
        await mutateAsync({ id: document.id, change })
        toast.success(copy.saved, TOASTS.success)
      }
      onClose()
    } catch (error) {
      if (!showFieldErrors(form, error)) setFailure(answeredText(error, copy.failed) ?? calls.offline)
    }
  })

  const scale = (factor: 0.5 | 2) => {
    const scaled = scaledTempo(bpm, factor)
    if (scaled === null) return
    form.setValue('bpm', scaled, { shouldDirty: true })
    form.clearErrors('bpm')
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      dismissible={!isPending}
      size="lg"
      title={copy.title}
      onSubmit={submit}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={isPending} pendingLabel={copy.saving}>
            {copy.save}
          </Button>
        </>
      }
    >
      <div className="grid sm:grid-cols-2 gap-4">
        {failure ? (
          <Banner tone="error" className="sm:col-span-2">
            {failure}
          </Banner>
        ) : null}
        <Field label={copy.name} error={errors.title?.message} required className="sm:col-span-2">
          <Input {...field('title')} />
        </Field>
        <Field label={copy.genre} error={errors.genre?.message}>
          <Input
            {...field('genre')}
            list={genreList}
            autoComplete="off"
            placeholder={copy.genrePlaceholder}
          />
        </Field>
        <datalist id={genreList}>
          {genres.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label={copy.status} error={errors.status?.message}>
          <Select
            {...field('status')}
            options={STATUSES.map((value) => ({ value, label: libraryFilter.statuses[value] }))}
          />
        </Field>
        <Field
          label={copy.bpm}
          error={errors.bpm?.message}
          hint={
            document.bpm_confidence === null || bpm !== String(document.bpm)
              ? undefined
              : copy.measured(Math.round(document.bpm_confidence * 100))
          }
        >
          <div className="flex gap-2">
            <Input {...field('bpm')} figures="amount" inputMode="decimal" autoComplete="off" />
            <Button
              aria-label={copy.halfLabel}
              disabled={scaledTempo(bpm, 0.5) === null}
              onClick={() => scale(0.5)}
            >
              {copy.half}
            </Button>
            <Button
              aria-label={copy.doubleLabel}
              disabled={scaledTempo(bpm, 2) === null}
              onClick={() => scale(2)}
            >
              {copy.double}
            </Button>
          </div>
        </Field>
        <Field
          label={copy.key}
          error={errors.musical_key?.message}
          hint={
            document.key_confidence === null || form.watch('musical_key') !== document.musical_key
              ? undefined
              : copy.measured(Math.round(document.key_confidence * 100))
          }
        >
          <Select
            {...field('musical_key')}
            options={[
              { value: '', label: copy.noKey },
              ...KEYS.map((key) => ({ value: key as string, label: key })),
            ]}
          />
        </Field>
        <Field
          label={copy.price}
          error={errors.price?.message}
          aside={<span className="num text-12 text-ink-3">{copy.currency}</span>}
        >
          <Input
            {...field('price')}
            figures="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
          />
        </Field>
        <Field label={copy.tags} error={errors.tags?.message} hint={copy.tagsHint}>
          <Input {...field('tags')} autoComplete="off" />
        </Field>
      </div>
    </Dialog>
  )
}
