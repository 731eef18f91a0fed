// Derives the beat and the role of a file from its name. Names such as "Midnight Drive 140bpm Am (stems).zip" start
// with the beat's name, followed by words about the file.
import { MEDIA_TYPES } from '@/shared/config/limits'
import type { Role } from '../files/role'

/** Words about a file, not about the beat. They are removed from the end of a name. */
const FILE_WORDS = new Set(
  (
    'wav wave mp3 flac aif aiff ogg aac m4a mp4 zip midi mid jpg jpeg png webp ' +
    'stem stems trackout trackouts tracks multitrack multitracks ' +
    'tag tags tagged untagged notag notags withouttag withouttags nontag clean preview ' +
    'master mastered unmastered mix mixed mixdown premaster bounce export final lossless hq ' +
    'cover coverart coverartwork albumart albumartwork frontart artwork art image thumbnail folder ' +
    'project session flp als logic ableton template instrumental inst 16bit 24bit 32bit'
  ).split(' '),
)

/** Pairs of words that are read as one word: no tags, cover art, track outs. */
const PAIRS = /\b(no|without|non|cover|album|front|track|multi) (tags?|art|artwork|outs?|tracks?)\b/gi

const VERSION = /^(v|ver|version)\d{1,3}$/
const TEMPO = /^\d{2,3}([.,]\d+)?bpm$/
const SAMPLE_RATE = /^\d{2,3}([.,]\d)?k(hz)?$/
/** A key that cannot be mistaken for a word: F#m, Bbmin, C#, Amin, Gmajor. */
const CLEAR_KEY = /^[a-g](#|♯|♭|b(?=m))m?$|^[a-g](#|♯|♭|b)?(min|maj|minor|major)$/i
/** A key that is also a word, such as Am: matched only with this capitalization. */
const PLAIN_KEY = /^[A-G]m$/

const STEMS = /\b(stems?|track ?outs?|multi ?tracks?)\b/
const PROJECT = /\b(project|session|flp|als|ableton|logic|template)\b/
const UNTAGGED = /\b(untagged|(no|without|non) ?tags?)\b/
const TAGGED = /\b(tag|tags|tagged|preview)\b/

const ARCHIVES = ['zip', 'rar', '7z']
const PICTURES = ['jpg', 'jpeg', 'png', 'webp']
const LOSSLESS = ['wav', 'flac']

export function extensionOf(name: string): string {
  return /[^.]\.([^.\s]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

export function isAudioName(name: string): boolean {
  return (MEDIA_TYPES.audioExtensions as readonly string[]).includes(extensionOf(name))
}

export function isVideoName(name: string): boolean {
  return (MEDIA_TYPES.videoExtensions as readonly string[]).includes(extensionOf(name))
}

/**
 * Splits a file name without its extension into words, keeping their capitals. Brackets, dashes and underscores
 * separate words.
 */
function wordsOf(name: string): string[] {
  return withoutExtension(name)
    .normalize('NFC')
    .replace(/[\s_()[\]{}–—-]+|\.(?!\d)/g, ' ')
    .replace(/(\d) bpm\b/gi, '$1bpm')
    .replace(/\b(v|ver|version)[ .]?(\d{1,3})\b/gi, '$1$2')
    .replace(/\b([A-G][#♯♭b]?) (min|maj|minor|major)\b/gi, '$1$2')
    .replace(PAIRS, '$1$2')
    .split(' ')
    .filter(Boolean)
}

function withoutExtension(name: string): string {
  const extension = extensionOf(name)
  return extension === '' ? name : name.slice(0, -extension.length - 1)
}

function isTempo(word: string): boolean {
  return TEMPO.test(word.toLowerCase())
}

function isFileWord(word: string): boolean {
  const small = word.toLowerCase()
  return (
    FILE_WORDS.has(small) ||
    VERSION.test(small) ||
    isTempo(small) ||
    SAMPLE_RATE.test(small) ||
    CLEAR_KEY.test(word) ||
    PLAIN_KEY.test(word)
  )
}

/** The words of the beat's own name: those before the words about the file, and without a tempo in front. */
function beatWords(name: string): string[] {
  const words = wordsOf(name)
  let start = 0
  while (start < words.length && isTempo(words[start] as string)) start += 1
  let end = words.length
  while (end > start && isFileWord(words[end - 1] as string)) end -= 1
  return words.slice(start, end)
}

/**
 * The grouping key of a file name: files with the same key belong to one beat. Empty for a name such as master.wav,
 * which has no beat name.
 */
export function beatKeyOf(name: string): string {
  return beatWords(name).join(' ').toLowerCase()
}

/**
 * The beat's name from the names of its files: their common beginning without the words about the file. A word such as
 * "Am" counts as a key only where a tempo is named too, because "Who I Am" is a title.
 */
export function beatTitleOf(names: readonly string[]): string {
  const [first = [], ...others] = names.map(wordsOf)
  const isCommon = (word: string, at: number) =>
    others.every((words) => words[at]?.toLowerCase() === word.toLowerCase())
  const differs = first.findIndex((word, at) => !isCommon(word, at))
  const words = first.slice(0, differs === -1 ? undefined : differs)
  const hasTempo = names.some((name) => wordsOf(name).some(isTempo))
  while (words.length > 0 && isTempo(words[0] as string)) words.shift()
  for (let last = words.at(-1); last !== undefined && isFileWord(last); last = words.at(-1)) {
    if (PLAIN_KEY.test(last) && !hasTempo) break
    words.pop()
  }
  return restorePunctuation(names[0] ?? '', words)
}

/** Returns the words with the punctuation that stands between them in the file name. */
function restorePunctuation(name: string, words: readonly string[]): string {
  let start = -1
  let end = 0
  for (const word of words) {
    const at = name.indexOf(word, end)
    if (at === -1) return words.join(' ')
    if (start === -1) start = at
    end = at + word.length
  }
  const text = start === -1 ? '' : name.slice(start, end).replaceAll('_', ' ')
  return /\s/.test(text) ? text.replace(/\s+/g, ' ') : text.replaceAll('-', ' ')
}

/** The version number in a file name; 0 if there is none. */
export function versionOf(name: string): number {
  const word = wordsOf(name)
    .reverse()
    .find((one) => VERSION.test(one.toLowerCase()))
  return word === undefined ? 0 : Number(/\d+/.exec(word)?.[0])
}

/** The role that a file's name suggests. `folder` is the path around it, which may say stems. */
export function roleOf(name: string, folder = ''): Role {
  const extension = extensionOf(name)
  const nameText = normalizeName(name)
  const folderText = normalizeName(folder)
  if (ARCHIVES.includes(extension))
    return PROJECT.test(nameText) && !STEMS.test(nameText) ? 'project' : 'stems'
  if (extension === 'mid' || extension === 'midi') return 'midi'
  if (PICTURES.includes(extension)) return 'artwork'
  if (!isAudioName(name)) return 'other'
  if (!UNTAGGED.test(nameText) && (TAGGED.test(nameText) || TAGGED.test(folderText))) return 'tagged'
  return LOSSLESS.includes(extension) ? 'wav' : 'mp3'
}

/** True for a single stem: a sound file in a folder of stems. Stems are kept as one ZIP file. */
export function isLooseStem(name: string, folder: string): boolean {
  return isAudioName(name) && STEMS.test(normalizeName(folder))
}

function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim()
}
