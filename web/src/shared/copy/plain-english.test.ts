// WORDS-01: the texts on screen are natural American English. This catches British spellings and turns of phrase that
// a reader would stumble over.
import { describe, expect, it } from 'vitest'

const SOURCES = import.meta.glob<string>(['./**/*.ts', '!./**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const FOREIGN: [RegExp, string][] = [
  [/\blicence/i, 'license'],
  [/\banalys(e|ed|ing)\b/i, 'analyze'],
  [/\bcancell(ed|ing)\b/i, 'canceled'],
  [/\b(colou?r|harbour|favourite|organis|recognis|behaviou)r?\b/i, 'the American spelling'],
  [/\be-mail/i, 'email'],
  [/\bfor good\b/i, 'permanently'],
  [/\bany more\b/i, 'no longer'],
  [/\bput(s|ting)? (money )?by\b/i, 'save'],
  [/\bfits? (this|your|these)\b/i, 'matches'],
  [/\bis (told|announced|asked|kept) (here|by|at)\b/i, "you'll see"],
  [/\b(could|can) ?not be\b/i, "couldn't"],
  [/(?<!be )asked for\b/i, 'requested'],
  [/\bbegun\b/i, 'started'],
  [/\bof its own\b/i, 'separate'],
  [/\bthe present (one|value)\b/i, 'current'],
]

/** The string and template literals of a source file, without comments and keys. */
function literals(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
  return [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  )
}

describe('the copy (WORDS-01)', () => {
  const texts = Object.entries(SOURCES).flatMap(([file, source]) =>
    literals(source).map((text) => ({ file, text })),
  )

  it('is found and read', () => {
    expect(texts.length).toBeGreaterThan(1000)
  })

  it.each(FOREIGN)('never says %s', (pattern, better) => {
    expect(
      texts.filter(({ text }) => pattern.test(text)),
      `say "${better}" instead`,
    ).toEqual([])
  })
})
