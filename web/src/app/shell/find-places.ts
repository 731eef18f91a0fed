// The entries that the search box finds without a request: screens, sections of the settings, and a few commands. Words
// may come in any order; a match at the start of a word, and in the name itself, ranks first.
import { type LucideIcon, ReceiptText, SlidersHorizontal, SunMoon, Upload, UserPlus } from 'lucide-react'
import { createElement } from 'react'
import { search } from '@/shared/copy/figures/search'
import { settingSections } from '@/shared/copy/settings/setting-sections'
import { screens, sidebar } from '@/shared/copy/shell'
import type { FinderGroup, FinderItem } from '@/shared/ui/overlays/finder'
import { MAIN_PLACES, OTHER_PLACES, type Place } from './places'

/** Commands that open a dialog; the other commands act at once. */
export type DialogCommand = 'record-sale' | 'add-client'
export type Command = DialogCommand | 'upload'

type ResultAction =
  | { kind: 'open'; path: string; hash?: string }
  | { kind: 'follow'; href: string }
  | { kind: 'cycle-theme' }
  | { kind: 'command'; command: Command }

export interface SearchResult extends FinderItem {
  action: ResultAction
}

interface Candidate extends SearchResult {
  name: string
  alias: string
}

const fromPlace = (place: Place): Candidate => ({
  id: `screen-${place.path.slice(1)}`,
  label: place.name,
  name: place.name,
  alias: place.alias ?? '',
  icon: createElement(place.icon, { 'aria-hidden': true }),
  action: { kind: 'open', path: place.path },
})

const SECTION_ALIASES: Record<keyof typeof settingSections, string> = {
  profile: 'name email role',
  password: 'change password',
  security: 'two-factor 2fa sessions devices login alerts timeout lock',
  payment: 'currency withdrawal reminders',
  notifications: 'email push sales messages',
  appearance: 'theme dark light glassmorphism accent colour color font compact',
  privacy: 'export data delete account visibility online status',
}

const SCREENS = [...MAIN_PLACES, ...OTHER_PLACES].map(fromPlace)

const SECTIONS = Object.entries(settingSections).map(
  ([section, name]): Candidate => ({
    id: `setting-${section}`,
    label: name,
    name,
    alias: SECTION_ALIASES[section as keyof typeof SECTION_ALIASES],
    note: screens.settings,
    icon: createElement(SlidersHorizontal, { 'aria-hidden': true }),
    action: { kind: 'open', path: '/settings', hash: section },
  }),
)

const command = (command: Command, alias: string, icon: LucideIcon): Candidate => ({
  id: `command-${command}`,
  label: search.commands[command],
  name: search.commands[command],
  alias,
  icon: createElement(icon, { 'aria-hidden': true }),
  action: { kind: 'command', command },
})

const COMMANDS: readonly Candidate[] = [
  command('record-sale', 'new sale sell', ReceiptText),
  command('upload', 'new track audio video file', Upload),
  command('add-client', 'new client beneficiary', UserPlus),
  {
    id: 'command-theme',
    label: search.commands.theme,
    name: search.commands.theme,
    alias: `${sidebar.theme} dark light glassmorphism mode`,
    icon: createElement(SunMoon, { 'aria-hidden': true }),
    action: { kind: 'cycle-theme' },
  },
]

const GROUPS = [
  { id: 'screens', label: 'Screens', candidates: SCREENS },
  { id: 'settings', label: 'Settings', candidates: SECTIONS },
  { id: 'commands', label: 'Commands', candidates: COMMANDS },
]

/** Finds the places whose name or aliases match all words of the query; with `namesOnly` aliases do not count. */
export function findPlaces(query: string, namesOnly = false): FinderGroup<SearchResult>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return GROUPS.map(({ id, label, candidates }) => ({
    id,
    label,
    // An empty box lists the screens only, not every setting.
    items: words.length === 0 && id !== 'screens' ? [] : rankCandidates(candidates, words, namesOnly),
  })).filter((group) => group.items.length > 0)
}

function rankCandidates(
  candidates: readonly Candidate[],
  words: readonly string[],
  namesOnly: boolean,
): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreCandidate(candidate, words, namesOnly) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate)
}

function scoreCandidate({ name, alias }: Candidate, words: readonly string[], namesOnly: boolean): number {
  let total = 1
  for (const word of words) {
    const best = Math.max(3 * scoreWord(name, word), namesOnly ? 0 : scoreWord(alias, word))
    if (best === 0) return 0
    total += best
  }
  return total
}

/**
 * Scores where `word` is in `text`: 2 at the start of a word, 1 inside a word (from two letters on), 0 if it is
 * missing.
 */
function scoreWord(text: string, word: string): number {
  const lower = text.toLowerCase()
  if (lower.split(/[\s&-]+/).some((part) => part.startsWith(word))) return 2
  return word.length > 1 && lower.includes(word) ? 1 : 0
}
