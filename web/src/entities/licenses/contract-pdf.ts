// Extracts the text of a contract from the PDF that was stored when the license was issued, so that the screen shows
// exactly the words of that file. It parses only PDFs that this server writes: an index of plain objects, deflated
// streams, two typefaces that map their codes to letters, and each run of text with its own position, size and color.
import type { ContractBlock, ContractSpan } from '@/shared/ui/contract-sheet'

interface Run {
  x: number
  y: number
  size: number
  isStrong: boolean
  isPale: boolean
  text: string
}

/**
 * Returns the contract's text in blocks, from the title to the page of record. Throws if the server did not write the
 * file.
 */
export async function readContract(file: Blob): Promise<ContractBlock[]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const objects = objectsOf(bytes)
  const letters = new Map<string, Map<number, string>>()
  for (const [, name, id] of fontsIn(objects)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '')?.[1]
    letters.set(name ?? '', lettersOf(await streamOf(objects, Number(map))))
  }
  const blocks = new Blocks()
  for (const { head } of objects.values()) {
    const contents = /\/Type \/Page\b[\s\S]*\/Contents \[([^\]]*)\]/.exec(head)?.[1]
    if (contents === undefined) continue
    blocks.turn()
    for (const [, id] of contents.matchAll(/(\d+) 0 R/g))
      for (const run of runsOf(await streamOf(objects, Number(id)), letters)) blocks.add(run)
  }
  const all = blocks.end()
  if (all.length === 0) throw new Error('no text in the contract')
  return all
}

interface StoredObject {
  head: string
  data: Uint8Array<ArrayBuffer>
}

/** Parses the PDF's objects, by their number, in the order of the file. */
function objectsOf(bytes: Uint8Array<ArrayBuffer>): Map<number, StoredObject> {
  const text = latin(bytes)
  const index = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const places = [...text.slice(index).matchAll(/^(\d{10}) \d{5} ([nf])/gm)]
  const used = places
    .map(([, place, kind], number) => ({ number, place: Number(place), isUsed: kind === 'n' }))
    .filter(({ isUsed }) => isUsed)
    .sort((one, other) => one.place - other.place)
  return new Map(
    used.map(({ number, place }, at) => {
      const whole = text.slice(place, used[at + 1]?.place ?? index)
      const start = whole.search(/stream\r?\n/)
      if (start === -1) return [number, { head: whole, data: new Uint8Array() }]
      const head = whole.slice(0, start)
      const from = place + whole.indexOf('\n', start) + 1
      return [number, { head, data: bytes.slice(from, from + Number(/\/Length (\d+)/.exec(head)?.[1])) }]
    }),
  )
}

function fontsIn(objects: Map<number, StoredObject>): RegExpMatchArray[] {
  for (const { head } of objects.values()) {
    const fonts = /\/Font <<([\s\S]*?)>>/.exec(head)?.[1]
    if (fonts !== undefined) return [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)]
  }
  return []
}

async function streamOf(objects: Map<number, StoredObject>, id: number): Promise<string> {
  const data = objects.get(id)?.data
  if (data === undefined) throw new Error('the contract has no such part')
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'))
  return latin(new Uint8Array(await new Response(plain).arrayBuffer()))
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

/** Parses the character map of a typeface: the letter for each code. */
function lettersOf(map: string): Map<number, string> {
  return new Map(
    [...map.matchAll(/<([\dA-Fa-f]{4})>\s*<([\dA-Fa-f]+)>\s*$/gm)].map(([, code = '', letter = '']) => [
      Number.parseInt(code, 16),
      utf16(bytesOfHex(letter)),
    ]),
  )
}

const TOKEN = /<<|>>|\[|\]|<[\dA-Fa-f\s]*>|\(|\/\w+|-?[\d.]+|[A-Za-z*]+/g

/** Splits the content stream of a page into tokens. A string in parentheses may contain nested parentheses. */
function* tokensOf(content: string): Generator<string> {
  const words = new RegExp(TOKEN)
  for (let found = words.exec(content); found !== null; found = words.exec(content)) {
    if (found[0] !== '(') {
      yield found[0]
      continue
    }
    let depth = 1
    let at = words.lastIndex
    for (; depth > 0 && at < content.length; at += 1) {
      if (content[at] === '\\') at += 1
      else if (content[at] === '(') depth += 1
      else if (content[at] === ')') depth -= 1
    }
    yield content.slice(found.index, at)
    words.lastIndex = at
  }
}

function runsOf(content: string, letters: Map<string, Map<number, string>>): Run[] {
  const runs: Run[] = []
  let operands: string[] = []
  let run: Run = { x: 0, y: 0, size: 0, isStrong: false, isPale: false, text: '' }
  let face = ''
  /** The /ActualText of a span, used instead of its codes where the typeface lacks a letter. */
  let replacementText: string | null = null
  for (const token of tokensOf(content)) {
    if (!/^[A-Za-z*]+$/.test(token)) {
      operands.push(token)
      continue
    }
    const number = (at: number) => Number(operands.at(at))
    if (token === 'Tf') {
      face = (operands[0] ?? '').slice(1)
      run = { ...run, size: number(-1), isStrong: face === 'Strong' }
    }
    if (token === 'rg') run = { ...run, isPale: number(-3) > PALE }
    if (token === 'Tm') run = { ...run, x: number(-2), y: number(-1) }
    if (token === 'BDC') {
      const at = operands.indexOf('/ActualText')
      replacementText = at === -1 ? null : decodeTextString(stringOf(operands[at + 1] ?? ''))
    }
    if (token === 'EMC') replacementText = null
    if (token === 'TJ' || token === 'Tj') {
      const codes = operands.filter((one) => /^[<(]/.test(one) && one !== '<<').flatMap(stringOf)
      const text = replacementText ?? lettersIn(codes, letters.get(face))
      if (text !== '') runs.push({ ...run, text })
    }
    operands = []
  }
  return runs
}

/** Above this gray value a run is a label: ink for text is darker than ink for labels. */
const PALE = 0.3

function lettersIn(codes: number[], letters: Map<number, string> | undefined): string {
  let text = ''
  for (let at = 0; at + 1 < codes.length; at += 2)
    text += letters?.get((codes[at] ?? 0) * 256 + (codes[at + 1] ?? 0)) ?? ''
  return text
}

function bytesOfHex(digits: string): number[] {
  return (digits.replace(/\s/g, '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function stringOf(token: string): number[] {
  if (token.startsWith('<')) return bytesOfHex(token.slice(1, -1))
  const inside = token
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, escaped: string) =>
      /^[0-7]/.test(escaped)
        ? String.fromCharCode(Number.parseInt(escaped, 8))
        : (ESCAPES[escaped] ?? escaped),
    )
  return [...inside].map((letter) => letter.charCodeAt(0))
}

/** Decodes a PDF text string: UTF-16 after a byte order mark, otherwise one byte per letter. */
function decodeTextString(bytes: number[]): string {
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? utf16(bytes.slice(2))
    : bytes.map((byte) => String.fromCharCode(byte)).join('')
}

function utf16(bytes: number[]): string {
  return new TextDecoder('utf-16be').decode(Uint8Array.from(bytes))
}

const BODY = 10
/** The distance in points between two lines of a paragraph, and from a line to a heading below it. */
const LEADING = 15
const HEADING_BELOW = 25
const FOOT = 60
const RECORD = 'Page of record'
/** The x position at which the values on the page of record begin. */
const VALUES = 190
const ENDED = /[.:;!?”)]$/

/** Joins runs into blocks: the runs of a line, the lines of a block, a label and its values. */
class Blocks {
  private all: ContractBlock[] = []
  private last: Run | null = null
  private marker: string | null = null
  private label: { name: string; values: ContractSpan[] } | null = null
  private isRecord = false
  /** True if the next line may continue the last block. */
  private isOpen = false
  private isSmallPrint = false

  turn() {
    this.last = null
    // A paragraph whose last sentence has not ended continues on the next page.
    this.isOpen = this.isOpen && !ENDED.test(this.all.at(-1)?.spans.at(-1)?.text.trim() ?? '')
  }

  add(run: Run) {
    const { x, y, size, isStrong, isPale, text } = run
    // Skips the page footer and the line above the title.
    if (y < FOOT || (this.all.length === 0 && size !== 22)) return
    const isSameLine = this.last !== null && Math.abs(this.last.y - y) < 1
    const below = this.last === null ? LEADING : this.last.y - y
    this.last = run
    if (size === 9) {
      this.endLabel()
      this.label = { name: text, values: [] }
      return
    }
    const isValue = this.isRecord ? x > VALUES : size === 9.5 || (size === 11 && isStrong)
    if (this.label && isValue) {
      const before = this.label.values.at(-1)
      if (before?.bold && isStrong) before.text += ` ${text}`
      else this.label.values.push(spanOf(run))
      return
    }
    this.endLabel()
    if (size === BODY && isPale && (text === '•' || /^\S{1,6}\.$/.test(text))) {
      this.marker = text
      this.isOpen = false
      return
    }
    const block = this.all.at(-1)
    const isHeading = isStrong && (size > BODY || (!isSameLine && below > HEADING_BELOW))
    const isNear = isSameLine || Math.abs(below - size * 1.5) < 6
    const isAlike = isSameLine || isHeading === (block?.type === 'heading')
    if (block && this.isOpen && isNear && isAlike) push(block, run, isSameLine)
    else this.start(run, isHeading ? (size > 15 ? 1 : size > BODY ? 2 : 3) : null)
    this.isOpen = true
    this.marker = null
    this.isRecord ||= text === RECORD && size === 22
  }

  end(): ContractBlock[] {
    this.endLabel()
    return this.all
  }

  private start(run: Run, level: number | null) {
    const { marker } = this
    const spans = [spanOf(level === null ? run : { ...run, isStrong: false })]
    if (level !== null) this.all.push({ type: 'heading', level, spans })
    else if (marker === null) this.all.push({ type: 'paragraph', spans })
    else if (marker === '•') this.all.push({ type: 'bullet', spans })
    else this.all.push({ type: 'numbered', number: marker.slice(0, -1), spans })
    this.isSmallPrint = false
  }

  /** Ends the current label with its values; a label without values becomes a line of small print. */
  private endLabel() {
    if (this.label === null) return
    const { name, values } = this.label
    this.label = null
    this.isOpen = false
    const before = this.all.at(-1)
    if (values.length > 0) {
      const spans = values.flatMap((span, at) => (at === 0 ? [span] : [plainSpan(', '), span]))
      this.all.push({ type: 'paragraph', spans: [plainSpan(`${name}: `), ...spans] })
    } else if (before && this.isSmallPrint) before.spans.push(plainSpan(` ${name}`))
    else this.all.push({ type: 'paragraph', spans: [plainSpan(name)] })
    this.isSmallPrint = values.length === 0
  }
}

function push(block: ContractBlock, run: Run, isSameLine: boolean) {
  const last = block.spans.at(-1)
  const isStrong = block.type !== 'heading' && run.isStrong
  const glue = isSameLine ? '' : ' '
  if (last && last.bold === isStrong) last.text += glue + run.text
  else block.spans.push(spanOf({ ...run, isStrong, text: glue + run.text }))
}

function plainSpan(text: string): ContractSpan {
  return { text, bold: false, origin: 'text' }
}

function spanOf({ text, isStrong }: Run): ContractSpan {
  return { ...plainSpan(text), bold: isStrong }
}
