import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { Document } from '@/entities/documents/document'
import {
  changeOf,
  type DocumentInput,
  documentSchema,
  scaledTempo,
  tagsOf,
  valuesOf,
} from './document-schema'

const beat = {
  title: 'Midnight Drive',
  genre: 'Trap',
  price: 29.9,
  status: 'Available',
  bpm: 142,
  musical_key: 'F# minor',
  tags: ['dark', 'night'],
} as unknown as Document

function faults(change: Partial<DocumentInput>) {
  const { issues } = v.safeParse(documentSchema, { ...valuesOf(beat), ...change })
  return issues?.map(({ message }) => message) ?? []
}

function parsed(change: Partial<DocumentInput>) {
  return v.parse(documentSchema, { ...valuesOf(beat), ...change })
}

describe('the form of a track', () => {
  it('sends nothing where nothing changed', () => {
    expect(changeOf(beat, parsed({}))).toEqual({})
  })

  it('sends only what changed, and nothing for what was emptied', () => {
    const values = parsed({ price: '', bpm: '', genre: '', musical_key: '', tags: 'a, b ,a,' })
    expect(changeOf(beat, values)).toEqual({
      price: null,
      bpm: null,
      genre: '',
      musical_key: '',
      tags: ['a', 'b'],
    })
    expect(changeOf(beat, parsed({ price: '1,250.5', bpm: '71' }))).toEqual({
      price: 1250.5,
      bpm: 71,
    })
    expect(changeOf(beat, parsed({ price: '0' }))).toEqual({ price: 0 })
  })

  it.each([
    [{ title: '  ' }, 'Enter a title'],
    [{ title: 'x'.repeat(201) }, 'Use up to 200 characters'],
    [{ bpm: 'fast' }, 'Enter a tempo from 20 to 400'],
    [{ bpm: '19' }, 'Enter a tempo from 20 to 400'],
    [{ bpm: '401' }, 'Enter a tempo from 20 to 400'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join(',') }, 'Use up to 20 tags'],
    [{ tags: 'x'.repeat(41) }, 'Use up to 40 characters per tag'],
  ])('refuses %o', (change, message) => {
    expect(faults(change)).toEqual([message])
  })

  it('takes an unpriced track, a free one, and a decimal tempo', () => {
    for (const change of [{ price: '' }, { price: '0.00' }, { bpm: '92.5' }, { bpm: '' }]) {
      expect(faults(change)).toEqual([])
    }
    expect(faults({ price: 'cheap' })).toHaveLength(1)
  })

  it.each([
    ['142', 0.5, '71'],
    ['92.5', 2, '185'],
    ['30', 0.5, null],
    ['250', 2, null],
    ['', 2, null],
  ] as const)('%s times %d is %s', (typed, factor, scaled) => {
    expect(scaledTempo(typed, factor)).toBe(scaled)
  })

  it('reads tags between commas', () => {
    expect(tagsOf(' dark ,, night  drive ,dark')).toEqual(['dark', 'night drive'])
  })
})
