// Splits a line of a contract text into parts for its colors: fields and block tags between double braces, and plain
// text.

export interface LinePart {
  text: string
  kind: 'text' | 'field' | 'tag'
}

const BRACES = /\{\{[^{}\n]*\}\}/g

export function partsOf(line: string): LinePart[] {
  const parts: LinePart[] = []
  let end = 0
  for (const match of line.matchAll(BRACES)) {
    if (match.index > end) parts.push({ text: line.slice(end, match.index), kind: 'text' })
    const isTag = /^\{\{\s*[#/]/.test(match[0])
    parts.push({ text: match[0], kind: isTag ? 'tag' : 'field' })
    end = match.index + match[0].length
  }
  if (end < line.length) parts.push({ text: line.slice(end), kind: 'text' })
  return parts
}

export const isHeading = (line: string) => /^\s*#{1,3} /.test(line)

/** The number of different fields that the text uses. */
export function fieldCount(text: string): number {
  const names = [...text.matchAll(BRACES)].map(([tag]) => tag.slice(2, -2).trim())
  return new Set(names.filter((name) => !/^[#/]/.test(name))).size
}

/** The index in the text at which a line, counted from 1, begins. */
export function lineStart(text: string, line: number): number {
  return text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, 0)
}

/** The line, counted from 1, of an index in the text. */
export function lineAt(text: string, place: number): number {
  return text.slice(0, place).split('\n').length
}
