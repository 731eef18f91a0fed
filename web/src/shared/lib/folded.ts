// Folds text for comparison in a search: lower case, without accents. The server has the same rule; here it is used
// to highlight matches.

const PAIRS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}

export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœþøłđðħıς]/g, (letter) => PAIRS[letter] ?? letter)
}

interface TextPart {
  text: string
  isMatch: boolean
}

/** Splits a text into parts that match a word of the query and the parts between them. */
export function matchedParts(text: string, query: string): TextPart[] {
  const letters = [...text]
  // For each character of the folded text, the index of its letter: folding can give two characters for one letter,
  // or none.
  const origins: number[] = []
  let plain = ''
  letters.forEach((letter, index) => {
    const one = fold(letter)
    plain += one
    for (let place = 0; place < one.length; place += 1) origins.push(index)
  })
  const isMatch = letters.map(() => false)
  for (const word of fold(query).split(/\s+/).filter(Boolean)) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + word.length)) {
      const first = origins[at] ?? 0
      // A combining accent belongs to the letter before it.
      const last = (origins[at + word.length] ?? letters.length) - 1
      isMatch.fill(true, first, Math.max(first, last) + 1)
    }
  }
  const parts: TextPart[] = []
  letters.forEach((letter, index) => {
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch[index]) last.text += letter
    else parts.push({ text: letter, isMatch: isMatch[index] ?? false })
  })
  return parts
}
