// Groups dropped files into beats by their names. Pure functions: no file is read or sent.
import type { Role } from '../files/role'
import { titleOf } from './file-check'
import {
  beatKeyOf,
  beatTitleOf,
  isAudioName,
  isLooseStem,
  isVideoName,
  roleOf,
  versionOf,
} from './file-names'

export interface GroupedFile<F> {
  file: F
  role: Role
}

export interface BeatGroup<F> {
  title: string
  files: GroupedFile<F>[]
}

export interface Grouping<F> {
  beats: BeatGroup<F>[]
  /** Files that belong to no beat, and stems that are not in a ZIP file. They are not uploaded. */
  leftOut: { file: F; isLooseStem: boolean }[]
}

interface NamedFile {
  name: string
  /** The folder path of the file, such as "Midnight Drive/Stems"; empty for a file that was chosen by itself. */
  folder?: string
}

/** Files that operating systems put into folders. */
const JUNK = /^(\.|~\$)|^(thumbs\.db|desktop\.ini|icon\r?)$/i

export function isJunk(name: string): boolean {
  return JUNK.test(name)
}

/** The order in which the files of a beat are considered for playing. */
const PLAYING: readonly Role[] = ['mp3', 'wav', 'tagged']

/** The file that becomes the beat itself, of those not larger than `most` bytes: an MP3, else a WAV, else a tagged one. */
export function playingFile<F extends NamedFile & { size?: number }>(
  files: readonly GroupedFile<F>[],
  most = Number.POSITIVE_INFINITY,
): GroupedFile<F> | null {
  const video = files.find(({ file }) => isVideoName(file.name))
  if (video) return video
  for (const role of PLAYING) {
    const ofRole = files.filter(
      (one) => one.role === role && isAudioName(one.file.name) && (one.file.size ?? 0) <= most,
    )
    const newest = ofRole.at(-1)
    if (newest) return newest
  }
  return null
}

export function groupFiles<F extends NamedFile>(dropped: readonly F[]): Grouping<F> {
  const files = dropped
    .filter(({ name }) => !isJunk(name))
    .sort((a, b) => compare(a.folder ?? '', b.folder ?? '') || compare(a.name, b.name))
  const leftOut: Grouping<F>['leftOut'] = []
  const groups = new Map<string, F[]>()
  const put = (key: string, file: F) => groups.set(key, [...(groups.get(key) ?? []), file])
  const nameless: F[] = []
  for (const file of files) {
    const key = beatKeyOf(file.name)
    if (isLooseStem(file.name, file.folder ?? '')) leftOut.push({ file, isLooseStem: true })
    else if (isVideoName(file.name)) put(`video ${file.folder ?? ''}/${file.name}`, file)
    else if (key === '') nameless.push(file)
    else put(`beat ${key}`, file)
  }
  for (const file of nameless) put(keyByFolder(file, groups) ?? `beat ${file.name.toLowerCase()}`, file)

  const beats: BeatGroup<F>[] = []
  for (const members of groups.values()) {
    const grouped = members
      .map((file) => ({ file, role: roleOf(file.name, file.folder) }))
      .sort((a, b) => versionOf(a.file.name) - versionOf(b.file.name))
    if (playingFile(grouped) === null)
      for (const { file } of grouped) leftOut.push({ file, isLooseStem: false })
    else beats.push({ title: titleFor(grouped), files: grouped })
  }
  return { beats, leftOut }
}

/**
 * The grouping key for a name without a beat, such as master.wav: the only beat of its folder, else the beat that the
 * folder is named after.
 */
function keyByFolder<F extends NamedFile>(file: F, groups: ReadonlyMap<string, readonly F[]>): string | null {
  const folder = file.folder ?? ''
  if (folder === '') return null
  const here = [...groups].filter(
    ([key, members]) => key.startsWith('beat ') && members.some((one) => (one.folder ?? '') === folder),
  )
  if (here.length === 1) return here[0]?.[0] ?? null
  for (const name of folder.split('/').reverse()) {
    const key = beatKeyOf(`${name}.folder`)
    if (key !== '') return `beat ${key}`
  }
  return null
}

/** The title of a new beat. A single file keeps the title that it would get without grouping. */
function titleFor<F extends NamedFile>(files: readonly GroupedFile<F>[]): string {
  const names = files.map(({ file }) => file.name).filter((name) => beatKeyOf(name) !== '')
  const playing = playingFile(files)?.file.name ?? ''
  if (files.length === 1 && names.length === 1) return titleOf(playing)
  const folder = (files[0]?.file.folder ?? '')
    .split('/')
    .reverse()
    .find((name) => beatKeyOf(`${name}.folder`) !== '')
  const title =
    names.length > 0 ? beatTitleOf(names) : folder === undefined ? '' : beatTitleOf([`${folder}.folder`])
  return titleOf(`${title === '' ? titleOf(playing) : title}.x`)
}

/** True if the person must confirm the grouping: several files of one beat, or a dropped folder. */
export function needsQuestion<F extends NamedFile>(files: readonly F[], grouping: Grouping<F>): boolean {
  return (
    files.some(({ folder }) => (folder ?? '') !== '') || grouping.beats.some((beat) => beat.files.length > 1)
  )
}

/** Compares two names independently of the locale: by characters, numbers by value. */
function compare(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : a > b ? 1 : 0)
}
