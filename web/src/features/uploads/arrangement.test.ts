import { expect, it } from 'vitest'
import {
  arrange,
  arrangeInto,
  beatsOf,
  faultOf,
  moveFile,
  NEW,
  OUT,
  playingRow,
  rowsOf,
  setRole,
  setTitle,
} from './arrangement'

const taken = (...names: string[]) => names.map((name) => ({ file: new File(['x'], name), folder: '' }))
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

it('FILE-07 the table starts with the beats that the names suggest, and every file can be moved', () => {
  const start = arrange(taken('Night.mp3', 'Night.wav', 'Sun.mp3', 'cover.jpg'))
  expect(start.beats.map(({ title }) => title)).toEqual(['Night', 'Sun'])
  expect(names(rowsOf(start, OUT))).toEqual(['cover.jpg'])
  const cover = start.rows.find(({ name }) => name === 'cover.jpg')?.key ?? -1
  const wav = start.rows.find(({ name }) => name === 'Night.wav')?.key ?? -1

  const moved = moveFile(start, cover, '2')
  expect(names(rowsOf(moved, '2'))).toEqual(['Sun.mp3', 'cover.jpg'])
  const split = moveFile(moved, wav, NEW)
  expect(split.beats.map(({ title }) => title)).toEqual(['Night', 'Sun', 'Night'])
  expect(faultOf(split, '3')).toBeNull()
  // A beat that has lost its last file disappears.
  expect(moveFile(split, wav, OUT).beats).toHaveLength(2)
})

it('FILE-07 a new beat needs a title and a file that plays', () => {
  const start = arrange(taken('Night.mp3', 'Night stems.zip'))
  const [first, second] = start.rows
  expect(playingRow(start, '1')?.name).toBe('Night.mp3')
  expect(faultOf(start, '1')).toBeNull()
  expect(faultOf(setTitle(start, '1', '  '), '1')).toEqual({ title: 'Enter a title' })
  expect(faultOf(setTitle(start, '1', 'x'.repeat(201)), '1')).toEqual({ title: 'Use up to 200 characters' })
  const sound = first?.name === 'Night.mp3' ? first : second
  expect(faultOf(moveFile(start, sound?.key ?? -1, OUT), '1')).toEqual({
    files: 'Needs an audio or video file',
  })
  expect(faultOf(setRole(start, sound?.key ?? -1, 'other'), '1')).toEqual({
    files: 'Needs an audio or video file',
  })
})

it('FILE-07 files for one beat all belong to it', () => {
  const start = arrangeInto(taken('a.zip', 'b tagged.mp3', 'c.txt'), 'Night')
  expect(beatsOf(start)[0]?.files.map(({ role }) => role)).toEqual(['stems', 'tagged', 'other'])
})
