import { describe, expect, it } from 'vitest'
import { fieldCount, lineAt, lineStart, partsOf } from './text-lines'

describe('LIC-05 a line of a contract text', () => {
  it('is told apart into words, fields and blocks, and nothing is lost', () => {
    const line = 'By {{buyer.name}}{{#if sync}} in {film}{{/if}} {{open'
    const parts = partsOf(line)
    expect(parts.map(({ kind }) => kind)).toEqual(['text', 'field', 'tag', 'text', 'tag', 'text'])
    expect(parts.map(({ text }) => text).join('')).toBe(line)
    expect(partsOf('')).toEqual([])
  })

  it('counts each field once, and blocks not at all', () => {
    expect(fieldCount('{{fee}} {{ fee }} {{#if sync}}{{buyer.name}}{{/if}}')).toBe(2)
  })

  it('LIC-06 is found by its number and by a place in it', () => {
    const text = 'one\ntwo\n\nfour'
    expect([1, 2, 4].map((line) => lineStart(text, line))).toEqual([0, 4, 9])
    expect([0, 3, 4, 8, 13].map((place) => lineAt(text, place))).toEqual([1, 1, 2, 3, 4])
  })
})
