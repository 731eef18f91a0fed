// The form of an item: what it starts from, what it accepts, and what of it is sent.
import * as v from 'valibot'
import { type Document, type DocumentChange, STATUSES } from '@/entities/documents/document'
import { LIBRARY } from '@/shared/config/limits'
import { documentForm as copy } from '@/shared/copy/media'
import { amountFaults } from '@/shared/copy/money'
import { toMinor } from '@/shared/lib/money'
import { readAmount, toNumber, toTyped } from '@/shared/lib/read-amount'

/** A price may be left out, and a beat may be given away. */
const typedPrice = v.pipe(
  v.string(),
  v.trim(),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value === '') return
    const { fault } = readAmount(dataset.value)
    if (fault && fault !== 'zero') addIssue({ message: amountFaults[fault] })
  }),
)

export const documentSchema = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.nameRequired),
    v.maxLength(LIBRARY.titleMax, copy.nameTooLong),
  ),
  genre: v.pipe(v.string(), v.trim(), v.maxLength(LIBRARY.genreMax, copy.genreTooLong)),
  price: typedPrice,
  status: v.picklist(STATUSES),
  bpm: v.pipe(
    v.string(),
    v.trim(),
    v.check((typed) => typed === '' || readTempo(typed) !== null, copy.bpmWrong),
  ),
  musical_key: v.string(),
  tags: v.pipe(
    v.string(),
    v.check((typed) => tagsOf(typed).length <= LIBRARY.tagsMost, copy.tagsTooMany),
    v.check((typed) => tagsOf(typed).every((tag) => tag.length <= LIBRARY.tagMax), copy.tagTooLong),
  ),
})

export type DocumentValues = v.InferOutput<typeof documentSchema>

export function valuesOf(document: Document): DocumentValues {
  const { title, genre, price, status, bpm, musical_key, tags } = document
  return {
    title,
    genre: genre ?? '',
    price: price === null ? '' : toTyped(toMinor(price)),
    status,
    bpm: bpm === null ? '' : String(bpm),
    musical_key: musical_key ?? '',
    tags: tags.join(', '),
  }
}

/** Only what differs from before; nothing where nothing does. What was emptied is sent as nothing. */
export function changeOf(before: Document, values: DocumentValues): DocumentChange {
  const was = valuesOf(before)
  const differs = (field: keyof DocumentValues) => values[field] !== was[field]
  return {
    ...(differs('title') ? { title: values.title } : {}),
    ...(differs('genre') ? { genre: values.genre } : {}),
    ...(differs('price') ? { price: values.price === '' ? null : priceOf(values.price) } : {}),
    ...(differs('status') ? { status: values.status } : {}),
    ...(differs('bpm') ? { bpm: values.bpm === '' ? null : readTempo(values.bpm) } : {}),
    ...(differs('musical_key') ? { musical_key: values.musical_key } : {}),
    ...(differs('tags') ? { tags: tagsOf(values.tags) } : {}),
  }
}

export function readTempo(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const bpm = Number(text)
  return bpm >= LIBRARY.bpmMin && bpm <= LIBRARY.bpmMax ? bpm : null
}

/** Half or twice what is typed, where that is still a tempo; the usual mistake of any ear for tempo. */
export function scaledTempo(typed: string, factor: 0.5 | 2): string | null {
  const bpm = readTempo(typed)
  if (bpm === null) return null
  const scaled = String(Math.round(bpm * factor * 100) / 100)
  return readTempo(scaled) === null ? null : scaled
}

/** Each once, in the order they were typed. */
export function tagsOf(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.trim().replace(/\s+/g, ' '))
  return tags.filter((tag, index) => tag !== '' && tags.indexOf(tag) === index)
}

function priceOf(typed: string): number {
  return toNumber(readAmount(typed).minor ?? 0n)
}
