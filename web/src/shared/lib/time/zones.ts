// Time zones by their IANA names: the browser's own, all that can be chosen, and a search among them.

/** The time zone of the browser, such as 'America/New_York'; undefined if it does not tell. */
export function browserZone(): string | undefined {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || undefined
}

/** All names that the browser knows, and UTC, which not every browser lists. */
export function allZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
}

/** Shows a name as people read it: 'America / New York'. */
export const zoneText = (name: string) => name.replaceAll('_', ' ').replaceAll('/', ' / ')

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9+-]+/g, ' ')
    .trim()

/** The zones whose names have every word of the text, those whose place begins with it first. */
export function findZones(text: string, zones: readonly string[], most: number): string[] {
  const wanted = folded(text)
  const words = wanted.split(' ')
  const found = zones.filter((zone) => words.every((word) => folded(zone).includes(word)))
  const isPlace = (zone: string) => folded(zone.split('/').at(-1) ?? '').startsWith(wanted)
  return [...found.filter(isPlace), ...found.filter((zone) => !isPlace(zone))].slice(0, most)
}
