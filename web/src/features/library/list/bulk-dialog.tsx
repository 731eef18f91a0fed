// The dialog that changes several items at once. Only the fields that are filled in change; tags are added to those
// that each item has.
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as v from 'valibot'
import { type Document, type DocumentChange, STATUSES } from '@/entities/documents/document'
import { updateDocument } from '@/entities/documents/mutations'
import type { Overview } from '@/entities/documents/queries'
import { LIBRARY, TOASTS } from '@/shared/config/limits'
import { bulkForm as copy, documentForm, libraryFilter } from '@/shared/copy/library/library'
import { namedOptions } from '@/shared/forms/named-options'
import { optionalTypedAmount } from '@/shared/forms/typed-amount'
import { useEntryForm } from '@/shared/forms/use-entry-form'
import { toNumber } from '@/shared/lib/money/read-amount'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { EntryDialog, TWO_COLUMNS } from '@/shared/ui/overlays/entry-dialog'
import { toast } from '@/shared/ui/toast/toast'
import { documentSchema, tagsOf } from '../document-schema'
import type { BulkField } from './bulk-bar'

const KEEP = 'keep'
const { genre, artist, tags } = documentSchema.entries
const schema = v.object({
  genre,
  artist,
  price: optionalTypedAmount({ allowsZero: true }),
  status: v.picklist([KEEP, ...STATUSES]),
  tags,
})
const EMPTY = { genre: '', artist: '', price: '', status: KEEP, tags: '' } as const
/** The number of requests that run at the same time. */
const PARALLEL_REQUESTS = 4

type BulkDialogProps = {
  open: boolean
  onClose: () => void
  documents: readonly Document[]
  genres: Overview['genres']
  field: BulkField
}

export function BulkDialog({ open, onClose, documents, genres, field: first }: BulkDialogProps) {
  const client = useQueryClient()
  const { form, field } = useEntryForm(schema, EMPTY)
  const { errors } = form.formState
  const [done, setDone] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const genreList = useId()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const changes = documents
      .map((document) => ({ id: document.id, change: changeFor(document, values) }))
      .filter(({ change }) => Object.keys(change).length > 0)
    let saved = 0
    setDone(0)
    const failed = await countFailures(changes, async ({ id, change }) => {
      await updateDocument(client, id, change)
      saved += 1
      setDone(saved)
    })
    setDone(null)
    if (failed > 0) return setFailure(copy.failed(failed, changes.length))
    if (saved > 0) toast.success(copy.saved(saved), TOASTS.success)
    onClose()
  })

  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={done !== null}
      failure={failure}
      size="lg"
      title={copy.title(documents.length)}
      description={copy.hint}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving(done ?? 0, documents.length) }}
      gridClass={TWO_COLUMNS}
    >
      <Field label={documentForm.genre} error={errors.genre?.message}>
        <Input
          {...field('genre')}
          autoFocus={first === 'genre'}
          list={genreList}
          autoComplete="off"
          placeholder={copy.keep}
        />
      </Field>
      <datalist id={genreList}>
        {genres.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Field label={documentForm.artist} error={errors.artist?.message}>
        <Input {...field('artist')} autoComplete="off" placeholder={copy.keep} />
      </Field>
      <Field
        label={documentForm.price}
        error={errors.price?.message}
        aside={<span className="num text-12 text-ink-3">{documentForm.currency}</span>}
      >
        <Input
          {...field('price')}
          autoFocus={first === 'price'}
          figures="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={copy.keep}
        />
      </Field>
      <Field label={documentForm.status} error={errors.status?.message}>
        <Select
          {...field('status')}
          options={[{ value: KEEP, label: copy.keep }, ...namedOptions(STATUSES, libraryFilter.statuses)]}
        />
      </Field>
      <Field
        label={copy.addTags}
        error={errors.tags?.message}
        hint={documentForm.tagsHint}
        className="sm:col-span-2"
      >
        <Input {...field('tags')} autoFocus={first === 'tags'} autoComplete="off" />
      </Field>
    </EntryDialog>
  )
}

/** Returns the fields that change this item. */
export function changeFor(document: Document, values: v.InferOutput<typeof schema>): DocumentChange {
  const added = tagsOf(values.tags).filter((tag) => !document.tags.includes(tag))
  const all = [...document.tags, ...added].slice(0, LIBRARY.tagsMost)
  return {
    ...(values.genre === '' || values.genre === document.genre ? {} : { genre: values.genre }),
    ...(values.artist === '' || values.artist === document.artist ? {} : { artist: values.artist }),
    ...(values.price === null ? {} : { price: toNumber(values.price) }),
    ...(values.status === KEEP || values.status === document.status ? {} : { status: values.status }),
    ...(all.length === document.tags.length ? {} : { tags: all }),
  }
}

/** Runs a request for each item, a few at a time. Returns how many failed. */
async function countFailures<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<void>,
): Promise<number> {
  let failed = 0
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await call(item)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, work))
  return failed
}
