// Up to two initials of a name, shown where there is no picture.
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last].map((word) => (word ? ([...word][0] ?? '').toLocaleUpperCase() : '')).join('')
}
