// The form of a library item: initial values, validation, and the request body.
import * as v from 'valibot'
import { type Document, type DocumentChange, STATUSES } from '@/entities/documents/document'
import { LIBRARY } from '@/shared/config/limits'
import { documentForm as copy } from '@/shared/copy/library/library'
import { optionalTypedAmount } from '@/shared/forms/typed-amount'
import { toMinor } from '@/shared/lib/money/money'
import { toNumber, toTyped } from '@/shared/lib/money/read-amount'

export const documentSchema = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(copy.nameRequired),
    v.maxLength(LIBRARY.titleMax, copy.nameTooLong),
  ),
  genre: v.pipe(v.string(), v.trim(), v.maxLength(LIBRARY.genreMax, copy.genreTooLong)),
  artist: v.pipe(v.string(), v.trim(), v.maxLength(LIBRARY.artistMax, copy.artistTooLong)),
  // A beat may have no price, and may be given away.
  price: optionalTypedAmount({ allowsZero: true }),
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

/** The texts in the form's fields, and the values that the schema parses from them. */
export type DocumentInput = v.InferInput<typeof documentSchema>
type DocumentValues = v.InferOutput<typeof documentSchema>

export function valuesOf(document: Document): DocumentInput {
  const { title, genre, artist, price, status, bpm, musical_key, tags } = document
  return {
    title,
    genre: genre ?? '',
    artist: artist ?? '',
    price: price === null ? '' : toTyped(toMinor(price)),
    status,
    bpm: bpm === null ? '' : String(bpm),
    musical_key: musical_key ?? '',
    tags: tags.join(', '),
  }
}

/**
 * Returns the fields that differ from the stored item; empty if none does. An emptied price or tempo is sent as null.
 */
export function changeOf(before: Document, values: DocumentValues): DocumentChange {
  const was = valuesOf(before)
  const priceBefore = before.price === null ? null : toMinor(before.price)
  const differs = (field: Exclude<keyof DocumentValues, 'price'>) => values[field] !== was[field]
  return {
    ...(differs('title') ? { title: values.title } : {}),
    ...(differs('genre') ? { genre: values.genre } : {}),
    ...(differs('artist') ? { artist: values.artist } : {}),
    ...(values.price === priceBefore ? {} : { price: values.price === null ? null : toNumber(values.price) }),
    ...(differs('status') ? { status: values.status } : {}),
    ...(differs('bpm') ? { bpm: values.bpm === '' ? null : readTempo(values.bpm) } : {}),
    ...(differs('musical_key') ? { musical_key: values.musical_key } : {}),
    ...(differs('tags') ? { tags: tagsOf(values.tags) } : {}),
  }
}

function readTempo(typed: string): number | null {
  const text = typed.trim().replace(',', '.')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return null
  const bpm = Number(text)
  return bpm >= LIBRARY.bpmMin && bpm <= LIBRARY.bpmMax ? bpm : null
}

/** The factors by which tempo detection is often wrong. */
export const TEMPO_FACTORS = { half: 1 / 2, twoThirds: 2 / 3, threeHalves: 3 / 2, double: 2 } as const

/** Multiplies the typed tempo by a factor; null if the result is out of range. */
export function scaledTempo(typed: string, factor: number): string | null {
  const bpm = readTempo(typed)
  if (bpm === null) return null
  const scaled = String(Math.round(bpm * factor * 100) / 100)
  return readTempo(scaled) === null ? null : scaled
}

/** Splits typed tags at commas, without duplicates, in typed order. */
export function tagsOf(typed: string): string[] {
  const tags = typed.split(',').map((tag) => tag.trim().replace(/\s+/g, ' '))
  return tags.filter((tag, index) => tag !== '' && tags.indexOf(tag) === index)
}
