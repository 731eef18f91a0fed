// A key as musicians write it: 'F# minor' is F♯m, 'Eb major' is E♭.
export function shortKey(name: string): string {
  const match = /^([A-G])(#|b)? (major|minor)$/.exec(name)
  if (!match) return name
  const [, note, accidental, mode] = match
  const sign = accidental === '#' ? '♯' : accidental === 'b' ? '♭' : ''
  return `${note}${sign}${mode === 'minor' ? 'm' : ''}`
}
