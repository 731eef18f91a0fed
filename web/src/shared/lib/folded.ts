// Text as the search compares it: in lower case and without accents. The server has the same rule; here it only
// tells where in a title the words stand that it was found by.

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

export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßæœþøłđðħıς]/g, (letter) => PAIRS[letter] ?? letter)
}

interface Part {
  text: string
  isMatch: boolean
}

/** A text in the parts that fit one of the words and those between them. */
export function matchedParts(text: string, query: string): Part[] {
  const letters = [...text]
  // Which letter each place of the folded text came from: folding makes two of one, or none.
  const origins: number[] = []
  let plain = ''
  letters.forEach((letter, index) => {
    const one = folded(letter)
    plain += one
    for (let place = 0; place < one.length; place += 1) origins.push(index)
  })
  const isMatch = letters.map(() => false)
  for (const word of folded(query).split(/\s+/).filter(Boolean)) {
    for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + word.length)) {
      const first = origins[at] ?? 0
      // An accent that stands apart belongs to its letter.
      const last = (origins[at + word.length] ?? letters.length) - 1
      isMatch.fill(true, first, Math.max(first, last) + 1)
    }
  }
  const parts: Part[] = []
  letters.forEach((letter, index) => {
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch[index]) last.text += letter
    else parts.push({ text: letter, isMatch: isMatch[index] ?? false })
  })
  return parts
}
