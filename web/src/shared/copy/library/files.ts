// Texts about the files of beats. Apart from the library's other texts, because the first screens do not need them.

/** Roles of a beat's files. */
export const fileRoles = {
  mp3: 'MP3',
  wav: 'WAV',
  stems: 'Stems',
  tagged: 'Tagged',
  project: 'Project',
  midi: 'MIDI',
  artwork: 'Artwork',
  other: 'Other',
} as const

/** The dialog before several files are sent. */
export const grouping = {
  title: 'Check your beats',
  intoTitle: (title: string) => `Add to ${title}`,
  hint: 'Files with the same name become one beat. Nothing is uploaded until you confirm.',
  intoHint: 'A new file for a role becomes its current version.',
  beatOf: (number: number) => `Beat ${number}`,
  beatTitle: 'Beat title',
  titleOf: (number: number) => `Title of beat ${number}`,
  plays: 'Plays',
  roleOf: (file: string) => `Role of ${file}`,
  placeOf: (file: string) => `Beat for ${file}`,
  leaveOut: (file: string) => `Leave out ${file}`,
  newBeat: 'New beat',
  leftOut: 'Not uploaded',
  leftOutHint: 'Move a file to a beat to upload it.',
  notUploaded: 'Not uploaded',
  looseStem: 'Stems go in one ZIP file',
  unusable: 'Not part of a beat',
  noSound: 'Needs an audio or video file',
  noTitle: 'Enter a title',
  titleTooLong: 'Use up to 200 characters',
  cancel: 'Cancel',
  confirm: (beats: number, files: number) =>
    `Upload ${beats === 1 ? '1 beat' : `${beats} beats`}, ${files === 1 ? '1 file' : `${files} files`}`,
  confirmInto: (files: number) => (files === 1 ? 'Add 1 file' : `Add ${files} files`),
  nothing: 'Nothing to upload',
} as const
