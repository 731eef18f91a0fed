// The state of the grouping dialog, in which dropped files are assigned to beats before they are uploaded: beat and
// role of each file, and the files left out.
import type { Role } from '@/entities/files/role'
import { titleOf } from '@/entities/uploads/file-check'
import { roleOf } from '@/entities/uploads/file-names'
import type { ChosenFile } from '@/entities/uploads/file-question'
import { type BeatGroup, groupFiles, playingFile } from '@/entities/uploads/groups'
import { LIBRARY } from '@/shared/config/limits'
import { grouping as copy } from '@/shared/copy/library/files'

export const OUT = 'out'
export const NEW = 'new'

export interface ArrangedFile {
  key: number
  file: File
  /** The file name, which the rules need that choose the file that plays. */
  name: string
  size: number
  role: Role
  /** The id of the file's beat, or OUT. */
  place: string
  isLooseStem: boolean
}

export interface Arrangement {
  beats: readonly { id: string; title: string }[]
  rows: readonly ArrangedFile[]
}

/** The initial arrangement: the beats that the names of the files suggest. */
export function arrange(files: readonly ChosenFile[]): Arrangement {
  const named = files.map(({ file, folder }) => ({ name: file.name, folder, file }))
  const { beats, leftOut } = groupFiles(named)
  const rows = [
    ...beats.flatMap(({ files: members }, index) =>
      members.map(({ file, role }) => ({ file: file.file, role, place: `${index + 1}`, isLooseStem: false })),
    ),
    ...leftOut.map(({ file, isLooseStem }) => ({
      file: file.file,
      role: roleOf(file.name, file.folder),
      place: OUT,
      isLooseStem,
    })),
  ]
  return {
    beats: beats.map(({ title }, index) => ({ id: `${index + 1}`, title })),
    rows: rows.map((row, key) => ({ ...row, key, name: row.file.name, size: row.file.size })),
  }
}

/** The initial arrangement if all files belong to one existing beat. */
export function arrangeInto(files: readonly ChosenFile[], title: string): Arrangement {
  return {
    beats: [{ id: '1', title }],
    rows: files.map(({ file, folder }, key) => ({
      key,
      file,
      name: file.name,
      size: file.size,
      role: roleOf(file.name, folder),
      place: '1',
      isLooseStem: false,
    })),
  }
}

export function setRole(arrangement: Arrangement, key: number, role: Role): Arrangement {
  return { ...arrangement, rows: arrangement.rows.map((row) => (row.key === key ? { ...row, role } : row)) }
}

export function setTitle(arrangement: Arrangement, id: string, title: string): Arrangement {
  return {
    ...arrangement,
    beats: arrangement.beats.map((beat) => (beat.id === id ? { ...beat, title } : beat)),
  }
}

/** Moves a file to a beat, to a new beat, or out. A beat without files disappears. */
export function moveFile(arrangement: Arrangement, key: number, place: string): Arrangement {
  const row = arrangement.rows.find((one) => one.key === key)
  if (!row) return arrangement
  const id = place === NEW ? `${1 + Math.max(0, ...arrangement.beats.map((beat) => Number(beat.id)))}` : place
  const beats = place === NEW ? [...arrangement.beats, { id, title: titleOf(row.name) }] : arrangement.beats
  const rows = arrangement.rows.map((one) => (one.key === key ? { ...one, place: id } : one))
  return { beats: beats.filter((beat) => rows.some((one) => one.place === beat.id)), rows }
}

export function rowsOf({ rows }: Arrangement, place: string): readonly ArrangedFile[] {
  return rows.filter((row) => row.place === place)
}

/** The file of a beat that plays in the library, or null. */
export function playingRow(arrangement: Arrangement, id: string): ArrangedFile | null {
  return playingFile(rowsOf(arrangement, id).map((row) => ({ file: row, role: row.role })))?.file ?? null
}

/** Returns the error messages of a new beat, or null if it is valid. */
export function faultOf(arrangement: Arrangement, id: string): { title?: string; files?: string } | null {
  const title = arrangement.beats.find((beat) => beat.id === id)?.title.trim() ?? ''
  if (title === '') return { title: copy.noTitle }
  if ([...title].length > LIBRARY.titleMax) return { title: copy.titleTooLong }
  return playingRow(arrangement, id) === null ? { files: copy.noSound } : null
}

/** Converts the arrangement into the beats that the upload queue takes. */
export function beatsOf(arrangement: Arrangement): BeatGroup<ArrangedFile>[] {
  return arrangement.beats.map(({ id, title }) => ({
    title: title.trim(),
    files: rowsOf(arrangement, id).map((row) => ({ file: row, role: row.role })),
  }))
}
