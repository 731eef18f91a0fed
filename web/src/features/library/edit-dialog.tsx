// The dialog that changes an item's details. The server's message about a field is shown at that field.
import { useId } from 'react'
import { type Document, isDoubtful, STATUSES } from '@/entities/documents/document'
import { useUpdateDocument } from '@/entities/documents/mutations'
import type { Overview } from '@/entities/documents/queries'
import { KEYS } from '@/shared/config/limits'
import { documentForm as copy, libraryFilter } from '@/shared/copy/library/library'
import { namedOptions } from '@/shared/forms/named-options'
import { useEntry } from '@/shared/forms/use-entry'
import { cx } from '@/shared/lib/cx'
import { camelotOf, relativeKey, shortKey } from '@/shared/lib/musical-key'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { textLinkClass } from '@/shared/ui/text-link'
import { changeOf, documentSchema, valuesOf } from './document-schema'
import { TempoRepair } from './tempo-repair'

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

  const setTempo = (tempo: string | null) => {
    if (tempo === null) return
    form.setValue('bpm', tempo, { shouldDirty: true })
    form.clearErrors('bpm')
  }
  const key = form.watch('musical_key')
  const other = otherKey(document, key)

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
      <Field label={copy.artist} error={errors.artist?.message}>
        <Input {...field('artist')} autoComplete="off" />
      </Field>
      <Field label={copy.genre} error={errors.genre?.message}>
        <Input {...field('genre')} list={genreList} autoComplete="off" placeholder={copy.genrePlaceholder} />
      </Field>
      <datalist id={genreList}>
        {genres.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field
        label={copy.bpm}
        error={errors.bpm?.message}
        hint={
          document.bpm_confidence === null || bpm !== String(document.bpm)
            ? undefined
            : copy.measured(Math.round(document.bpm_confidence * 100))
        }
      >
        <Input {...field('bpm')} figures="amount" inputMode="decimal" autoComplete="off" />
      </Field>
      <TempoRepair bpm={bpm} onTempo={setTempo} />
      <Field
        label={copy.key}
        error={errors.musical_key?.message}
        hint={
          document.key_confidence === null || key !== document.musical_key
            ? undefined
            : copy.measured(Math.round(document.key_confidence * 100))
        }
        aside={
          other === null ? (
            <span className="num text-12 text-ink-3">{camelotOf(key)}</span>
          ) : (
            <button
              type="button"
              title={copy.relativeHint(other)}
              className={cx('text-12', textLinkClass)}
              onClick={() => form.setValue('musical_key', other, { shouldDirty: true })}
            >
              {copy.takeRelative(`${shortKey(other)} ${camelotOf(other)}`)}
            </button>
          )
        }
      >
        <Select
          {...field('musical_key')}
          options={[
            { value: '', label: copy.noKey },
            ...KEYS.map((name) => ({ value: name as string, label: `${name} · ${camelotOf(name)}` })),
          ]}
        />
      </Field>
      <Field label={copy.status} error={errors.status?.message}>
        <Select {...field('status')} options={namedOptions(STATUSES, libraryFilter.statuses)} />
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

/** The relative key to offer, if the server says that both fit or if the detected key is doubtful; null otherwise. */
function otherKey({ musical_key, key_confidence, relative_key }: Document, now: string): string | null {
  if (now === '' || musical_key === null) return null
  const relative = relative_key ?? (isDoubtful(key_confidence) ? relativeKey(musical_key) : null)
  if (relative === null) return null
  // Once the relative key was chosen, the original key is offered again.
  return now === relative ? musical_key : now === musical_key ? relative : null
}
