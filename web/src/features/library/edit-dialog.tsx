// Changing an item's details. The server's message about a field stands at that field.
import { useId } from 'react'
import { type Document, STATUSES } from '@/entities/documents/document'
import { useUpdateDocument } from '@/entities/documents/mutations'
import type { Overview } from '@/entities/documents/queries'
import { KEYS } from '@/shared/config/limits'
import { documentForm as copy, libraryFilter } from '@/shared/copy/media'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { changeOf, documentSchema, scaledTempo, valuesOf } from './document-schema'

type EditDialogProps = {
  open: boolean
  onClose: () => void
  document: Document
  genres: Overview['genres']
}

export function EditDialog({ open, onClose, document, genres }: EditDialogProps) {
  const { mutateAsync: update } = useUpdateDocument()
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: documentSchema,
    values: valuesOf(document),
    update: {
      before: document,
      changeOf,
      send: (change) => update({ id: document.id, change }),
      done: copy.saved,
    },
    failed: copy.failed,
    onDone: onClose,
  })
  const genreList = useId()
  const bpm = form.watch('bpm')

  const scale = (factor: 0.5 | 2) => {
    const scaled = scaledTempo(bpm, factor)
    if (scaled === null) return
    form.setValue('bpm', scaled, { shouldDirty: true })
    form.clearErrors('bpm')
  }

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      size="lg"
      title={copy.title}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
      gridClass={TWO_COLUMNS}
    >
      <Field label={copy.name} error={errors.title?.message} required className="sm:col-span-2">
        <Input {...field('title')} />
      </Field>
      <Field label={copy.genre} error={errors.genre?.message}>
        <Input {...field('genre')} list={genreList} autoComplete="off" placeholder={copy.genrePlaceholder} />
      </Field>
      <datalist id={genreList}>
        {genres.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label={copy.status} error={errors.status?.message}>
        <Select {...field('status')} options={namedOptions(STATUSES, libraryFilter.statuses)} />
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
    </EntryDialog>
  )
}
