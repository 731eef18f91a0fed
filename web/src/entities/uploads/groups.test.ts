import { describe, expect, it } from 'vitest'
import { beatKeyOf, beatTitleOf, roleOf, versionOf } from './file-names'
import { groupFiles, needsQuestion, playingFile } from './groups'

const named = (...names: string[]) => names.map((name) => ({ name }))
const placed = (path: string) => {
  const cut = path.lastIndexOf('/')
  return { name: path.slice(cut + 1), folder: path.slice(0, Math.max(0, cut)) }
}
const titles = (...names: string[]) =>
  groupFiles(named(...names))
    .beats.map(({ title }) => title)
    .sort()

describe('FILE-07 names of files', () => {
  it.each([
    'Midnight Drive.mp3',
    'Midnight Drive-wav.wav',
    'midnight_drive_mp3.mp3',
    'Midnight Drive (stems).zip',
    'Midnight Drive tagged.mp3',
    'Midnight-Drive-MASTER.wav',
    'Midnight Drive v2.wav',
    'Midnight Drive V 3.wav',
    'Midnight Drive 140bpm.mp3',
    'Midnight Drive 140 BPM Am.mp3',
    'Midnight Drive [F#m] 140bpm (No Tags).wav',
    'Midnight Drive - A minor - 24bit 48khz.wav',
    '140bpm Midnight Drive Cmaj.wav',
    'Midnight Drive Track Outs.zip',
    'Midnight Drive cover art.png',
    'Midnight Drive.mid',
  ])('%s belongs to Midnight Drive', (name) => {
    expect(beatKeyOf(name)).toBe('midnight drive')
  })

  it.each([
    ['Final Cut.mp3', 'final cut'],
    ['Master Plan.wav', 'master plan'],
    ['Who I am.mp3', 'who i am'],
    ['Beat 12.mp3', 'beat 12'],
    ['Area 51.wav', 'area 51'],
    ['Tag Team.mp3', 'tag team'],
    ['夜のドライブ stems.zip', '夜のドライブ'],
    ['Master.wav', ''],
    ['stems.zip', ''],
    ['.hidden', '.hidden'.slice(1)],
  ])('%s has the key "%s"', (name, key) => {
    expect(beatKeyOf(name)).toBe(key)
  })

  it.each([
    ['a.wav', '', 'wav'],
    ['a.flac', '', 'wav'],
    ['a.MP3', '', 'mp3'],
    ['a.m4a', '', 'mp3'],
    ['a tagged.mp3', '', 'tagged'],
    ['a_TAG.wav', '', 'tagged'],
    ['a untagged.wav', '', 'wav'],
    ['a (no tags).mp3', '', 'mp3'],
    ['a.mp3', 'Pack/Tagged', 'tagged'],
    ['a.zip', '', 'stems'],
    ['a project.zip', '', 'project'],
    ['a session stems.zip', '', 'stems'],
    ['a.mid', '', 'midi'],
    ['a.webp', '', 'artwork'],
    ['a.flp', '', 'other'],
    ['notes.txt', '', 'other'],
    ['tagliatelle.mp3', '', 'mp3'],
  ])('%s in "%s" is %s', (name, folder, role) => {
    expect(roleOf(name, folder)).toBe(role)
  })

  it.each([
    [['Midnight_Drive_140bpm_Am.wav', 'Midnight_Drive_140bpm_Am_stems.zip'], 'Midnight Drive'],
    [['Who I Am.wav', 'Who I Am stems.zip'], 'Who I Am'],
    [['Slow-Burn v2.wav', 'Slow-Burn.mp3'], 'Slow Burn'],
    [['Mr. Sandman (tagged).mp3', 'Mr. Sandman.wav'], 'Mr. Sandman'],
  ])('%s are titled %s', (names, title) => {
    expect(beatTitleOf(names)).toBe(title)
  })

  it('reads the version', () => {
    expect(['a.wav', 'a v2.wav', 'a_V10_master.wav', 'a version 3.wav'].map(versionOf)).toEqual([0, 2, 10, 3])
  })
})

describe('FILE-07 groups of files', () => {
  it('makes one beat of files with the same name, its newest version last', () => {
    const { beats, leftOut } = groupFiles(
      named(
        'Copper Sun.mp3',
        'Midnight Drive v10.wav',
        'Midnight Drive v2.wav',
        'Midnight Drive 142bpm F#m.mp3',
        'Midnight Drive tagged.mp3',
        'Midnight Drive (stems).zip',
        'Midnight Drive cover.jpg',
      ),
    )
    expect(leftOut).toEqual([])
    expect(
      beats.map(({ title, files }) => [title, files.map(({ file, role }) => `${role} ${file.name}`)]),
    ).toEqual([
      ['Copper Sun', ['mp3 Copper Sun.mp3']],
      [
        'Midnight Drive',
        [
          'stems Midnight Drive (stems).zip',
          'mp3 Midnight Drive 142bpm F#m.mp3',
          'artwork Midnight Drive cover.jpg',
          'tagged Midnight Drive tagged.mp3',
          'wav Midnight Drive v2.wav',
          'wav Midnight Drive v10.wav',
        ],
      ],
    ])
    expect(playingFile(beats[1]?.files ?? [])?.role).toBe('mp3')
  })

  it('names a beat after its folder where the files only say what they are', () => {
    const files = [
      'Night/master.wav',
      'Night/cover.jpg',
      'Day/Master.mp3',
      'Day/Stems/kick.wav',
      'Day/.DS_Store',
    ]
    const { beats, leftOut } = groupFiles(files.map(placed))
    expect(beats.map(({ title, files: own }) => [title, own.length])).toEqual([
      ['Day', 1],
      ['Night', 2],
    ])
    expect(leftOut).toEqual([{ file: placed('Day/Stems/kick.wav'), isLooseStem: true }])
  })

  it('adds a nameless file to the only beat of its folder, and groups across folders by name', () => {
    const files = ['Pack/Night.wav', 'Pack/cover.png', 'Pack/MP3/Night.mp3'].map(placed)
    const { beats } = groupFiles(files)
    expect(beats.map(({ title, files: own }) => [title, own.length])).toEqual([['Night', 3]])
  })

  it('leaves out what belongs to no sound', () => {
    const { beats, leftOut } = groupFiles(named('Night.zip', 'cover.jpg', 'notes.txt'))
    expect(beats).toEqual([])
    expect(leftOut.map(({ file }) => file.name).sort()).toEqual(['Night.zip', 'cover.jpg', 'notes.txt'])
  })

  it('keeps a video apart, and the title of a single file as it is today', () => {
    expect(titles('Night.mp4', 'Night.mp3', 'Slow Harbor 90bpm.final.wav')).toEqual([
      'Night',
      'Night',
      'Slow Harbor 90bpm.final',
    ])
  })

  it('asks only where there is something to group or a folder was dropped', () => {
    const asks = (files: { name: string; folder?: string }[]) => needsQuestion(files, groupFiles(files))
    expect(asks(named('A.mp3', 'B.wav', 'notes.txt'))).toBe(false)
    expect(asks(named('A.mp3'))).toBe(false)
    expect(asks(named('A.mp3', 'A.wav'))).toBe(true)
    expect(asks(['Pack/A.mp3', 'Pack/B.mp3'].map(placed))).toBe(true)
  })
})

/** A seeded random generator, so that a failing case can be repeated. */
function seeded(seed: number) {
  let state = seed + 1
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const WORDS = [
  'Night',
  'copper',
  'Sun',
  'Ярко',
  '夜',
  'Mr.',
  'I',
  '808',
  'Élan',
  'Master',
  'am',
  "Don't",
  'x',
]
const SUFFIXES = [
  '-wav',
  '_mp3',
  ' (stems)',
  ' tagged',
  ' master',
  ' v2',
  ' 140bpm',
  ' 92 BPM',
  ' Am',
  '_C#m',
  ' [No Tags]',
]
const ENDINGS = ['mp3', 'wav', 'zip', 'flac', 'jpg', 'mid', 'txt', 'mp4', '']

describe('FILE-07 any names', () => {
  it('places every file exactly once, whatever the order', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const below = seeded(seed)
      const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
      const files = Array.from({ length: 1 + below(12) }, (_, index) => {
        const words = Array.from({ length: 1 + below(3) }, () => pick(WORDS)).join(pick([' ', '_', '-', '.']))
        const ending = pick(ENDINGS)
        return {
          name: `${words}${below(2) ? pick(SUFFIXES) : ''}${ending === '' ? '' : `.${ending}`}`,
          folder: pick(['', '', 'Pack', 'Pack/Stems', `Album ${index}`]),
        }
      })
      const { beats, leftOut } = groupFiles(files)
      const out = [
        ...beats.flatMap((beat) => beat.files.map(({ file }) => file)),
        ...leftOut.map(({ file }) => file),
      ]
      expect(out.length, `seed ${seed}`).toBe(files.length)
      expect(new Set(out), `seed ${seed}`).toEqual(new Set(files))
      for (const beat of beats) {
        expect(beat.title.trim(), `seed ${seed}`).not.toBe('')
        expect(playingFile(beat.files), `seed ${seed}`).not.toBeNull()
      }
      const turned = groupFiles([...files].reverse())
      expect(turned, `seed ${seed}`).toEqual({ beats, leftOut })
    }
  })

  it('finds one beat under any words about its files', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const below = seeded(seed)
      const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
      const title = ['Night', pick(WORDS), 'Drive'].join(' ')
      const files = Array.from({ length: 2 + below(5) }, () => {
        const suffixes = Array.from({ length: below(4) }, () => pick(SUFFIXES)).join('')
        return { name: `${title}${suffixes}.${pick(['mp3', 'wav'])}` }
      })
      const { beats } = groupFiles([...files, { name: `${title}.wav` }, { name: 'Another One.mp3' }])
      expect(beats.map((beat) => beat.title).sort(), `seed ${seed}`).toEqual(['Another One', title].sort())
    }
  })

  it('never throws on names without letters', () => {
    for (const name of ['', '.', '..', '...', '-', '()', '.mp3', '-.mp3', '( ).wav', '\u0000.mp3', '💿.mp3'])
      expect(() => groupFiles([{ name }])).not.toThrow()
  })
})
