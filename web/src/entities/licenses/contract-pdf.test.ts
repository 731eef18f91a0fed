import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readContract } from './contract-pdf'

/** A file as the server writes it: objects, an index of their places, deflated streams. */
function pdf(...pages: string[]): Blob {
  const map = '1 beginbfchar\n<0028> <0041>\n<0029> <0042>\n<005C> <0043>\n<0003> <D83CDFB5>\nendbfchar'
  const objects: (string | [string, string])[] = [
    '<< /Type /Pages /Resources << /Font << /Text 2 0 R /Strong 2 0 R >> >> >>',
    '<< /Type /Font /ToUnicode 3 0 R >>',
    ['', map],
    ...pages.flatMap((content, at): (string | [string, string])[] => [
      `<< /Type /Page /Parent 1 0 R /Contents [${5 + 2 * at} 0 R] >>`,
      ['', content],
    ]),
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const places = objects.map((object, at) => {
    const place = length()
    if (typeof object === 'string') parts.push(Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`))
    else {
      const data = deflateSync(Buffer.from(object[1], 'latin1'))
      parts.push(Buffer.from(`${at + 1} 0 obj\n<< /Length ${data.length} /Filter /FlateDecode >>\nstream\n`))
      parts.push(data, Buffer.from('\nendstream\nendobj\n'))
    }
    return place
  })
  const start = length()
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}startxref\n${start}\n%%EOF\n`),
  )
  return new Blob([new Uint8Array(Buffer.concat(parts))])
}

const INK = '0.07 0.13 0.1 rg'
const run = (y: number, shown: string, size = 10, face = 'Text', ink = INK) =>
  `BT /${face} ${size} Tf ${ink} 1 0 0 1 68 ${y} Tm [${shown}] TJ ET\n`
const TITLE = run(700, '(\0\\()', 22, 'Strong')
const textOf = async (file: Blob) =>
  (await readContract(file)).map(({ type, spans }) => `${type}: ${spans.map(({ text }) => text).join('')}`)

describe('LIC-10 the words of a contract come out of its file', () => {
  it('as letters of its typeface, whether a string is escaped, holds pairs of parentheses, or is in digits', async () => {
    const file = pdf(TITLE + run(650, '(\0\\() -20 (\0(\0)\0\\\\) <00280003>'))
    expect(await textOf(file)).toEqual(['heading: A', 'paragraph: AABCA🎵'])
  })

  it('also where the typeface lacks a letter', async () => {
    const said = `/Span << /ActualText <FEFF0416> >> BDC\n${run(650, '<0000>')}EMC\n`
    expect(await textOf(pdf(TITLE + said))).toEqual(['heading: A', 'paragraph: Ж'])
  })

  it('line by line as paragraphs and lists, over the end of a page, without its foot', async () => {
    const pale = '0.36 0.42 0.38 rg'
    const first = run(650, '<0028>') + run(635, '<0029>') + run(613, '<005C>') + run(40, '<0028>', 8.5)
    expect(
      await textOf(pdf(TITLE + first, run(770, '<0029>') + run(740, '<0028>', 11.5, 'Strong', pale))),
    ).toEqual(['heading: A', 'paragraph: A B', 'paragraph: C B', 'heading: A'])
  })

  it('and a file of another kind is refused', async () => {
    await expect(readContract(new Blob(['not a contract']))).rejects.toThrow()
  })
})
