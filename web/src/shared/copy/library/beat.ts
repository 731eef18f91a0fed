// Texts of a beat's own view.

const figure = (count: number) => count.toLocaleString('en-US')

export const beat = {
  back: 'Back to Beat Library',
  edit: 'Edit',
  more: 'More actions',
  loading: 'Loading beat...',
  failed: "Couldn't load this beat",
  goneTitle: 'This beat is not in your library',
  goneText: 'It may have been deleted.',
  toLibrary: 'Go to Beat Library',
  retry: 'Try again',
  open: 'Open',
  openOf: (title: string) => `Open ${title}`,
  facts: {
    tempo: 'Tempo',
    key: 'Key',
    length: 'Length',
    loudness: 'Loudness',
    price: 'Price',
    format: 'Format',
  },
  seekOf: (title: string) => `Seek in ${title}`,
} as const

export const beatFiles = {
  title: 'Files',
  summary: (count: number, size: string) => `${count === 1 ? '1 file' : `${figure(count)} files`} · ${size}`,
  loading: 'Loading files...',
  failed: "Couldn't load the files",
  columns: {
    kind: 'Kind',
    file: 'File',
    version: 'Version',
    size: 'Size',
    added: 'Added',
    actions: 'Actions',
  },
  video: 'Video',
  plays: 'Plays',
  current: 'Current',
  version: (number: number) => `v${number}`,
  promised: (count: number) =>
    count === 1 ? 'Promised by 1 license' : `Promised by ${figure(count)} licenses`,
  drop: 'Drop a file to add it or to replace a version',
  add: 'Add File',
  playOf: (name: string) => `Play ${name}`,
  pauseOf: (name: string) => `Pause ${name}`,
  actionsOf: (name: string) => `Actions for ${name}`,
  playFailed: "Couldn't play this file",
  download: 'Download',
  makeCurrent: 'Make current',
  madeCurrent: (role: string, version: number) => `${role} v${version} is current`,
  rename: 'Rename',
  role: 'Role',
  delete: 'Delete',
  deleted: (name: string) => `${name} deleted`,
  deleteFailed: "Couldn't delete the file",
  changeFailed: "Couldn't change the file",
  showOlder: (count: number) => (count === 1 ? '1 older version' : `${figure(count)} older versions`),
  renameTitle: 'Edit file',
  name: 'File name',
  nameRequired: 'Enter a file name',
  nameTooLong: 'Use up to 200 characters',
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'File saved',
  cancel: 'Cancel',
  tagged: 'Does the file that plays have your producer tag?',
  taggedHint: 'A tagged file is never delivered as MP3 or WAV.',
  taggedAnswers: { unsaid: 'Not said', yes: 'Yes', no: 'No' },
  taggedFailed: "Couldn't save the answer",
} as const

/** Texts of deleting a file or a beat that licenses promise. */
export const promised = {
  title: 'Delete anyway?',
  meaning: (what: 'beat' | 'file', count: number) =>
    count === 1
      ? `1 license promises this ${what}. It leaves your library now, and its bytes are kept until that license ends.`
      : `${figure(count)} licenses promise this ${what}. It leaves your library now, and its bytes are kept until those licenses end.`,
  password: 'Password',
  passwordRequired: 'Enter your password',
  confirm: 'Delete Anyway',
  pending: 'Deleting...',
  failed: "Couldn't delete it",
  cancel: 'Cancel',
} as const

export const beatPrices = {
  title: 'Prices',
  titleOf: (title: string) => `Prices of ${title}`,
  titleMany: (count: number) => (count === 1 ? 'Prices of 1 beat' : `Prices of ${figure(count)} beats`),
  hintMany: 'Only the licenses you choose something for are changed.',
  settings: 'License settings',
  edit: 'Edit prices',
  loading: 'Loading prices...',
  failed: "Couldn't load the prices",
  none: 'No license kinds yet',
  noneText: 'Add the licenses you sell in your settings.',
  sources: { default: 'Default', own: 'This beat', off: '' },
  notOffered: 'Not offered',
  free: 'Free',
  offerOf: (kind: string) => `Offer of ${kind}`,
  priceOf: (kind: string) => `Price of ${kind}`,
  offers: {
    keep: 'Keep as is',
    default: (price: string) => `Default, ${price}`,
    defaultMany: 'Default price',
    own: 'Own price',
    off: 'Not offered',
  },
  save: 'Save Prices',
  saving: 'Saving...',
  saved: 'Prices saved',
  savedMany: (count: number) =>
    count === 1 ? 'Prices of 1 beat saved' : `Prices of ${figure(count)} beats saved`,
  saveFailed: "Couldn't save the prices",
  cancel: 'Cancel',
} as const

export const beatLicenses = {
  title: 'Who has it',
  all: 'All licenses',
  failed: "Couldn't load the licenses",
  noneText: 'Licenses of this beat appear here.',
  until: (day: string) => `Until ${day}`,
  forever: 'Forever',
} as const

export const reservation = {
  reserve: 'Reserve',
  reservedFor: (name: string) => `Reserved for ${name}`,
  until: (moment: string) => `Until ${moment}`,
  release: 'Release',
  released: 'Reservation released',
  releaseFailed: "Couldn't release the reservation",
  title: 'Reserve this beat',
  hint: 'While it is reserved, nobody else can buy the exclusive license.',
  buyer: 'Buyer',
  buyerHint: 'A client, or a name',
  buyerRequired: 'Enter a buyer',
  hours: 'Hours',
  hoursWrong: 'Enter 1 to 168 hours',
  save: 'Reserve',
  saving: 'Saving...',
  saved: 'Beat reserved',
  saveFailed: "Couldn't reserve the beat",
  cancel: 'Cancel',
} as const

export const beatNotes = {
  title: 'Notes',
  label: 'Notes',
  placeholder: 'Tuning, hooks, samples, ideas. Only you see this.',
  saving: 'Saving...',
  saved: 'Saved',
  failed: "Couldn't save. Trying again...",
  tooLong: 'Use up to 20,000 characters',
  left: (count: number) => `${figure(count)} characters left`,
} as const

/** Texts of the role marks and of the filter by role in the library. */
export const roleFilter = {
  title: 'Files',
  hasFiles: (roles: string) => `Has ${roles}`,
  has: { wav: 'Has WAV', stems: 'Has stems', artwork: 'Has artwork' },
  marks: {
    wav: 'WAV',
    stems: 'Stems',
    tagged: 'Tagged',
    project: 'Project',
    midi: 'MIDI',
    artwork: 'Artwork',
    mp3: 'MP3',
    other: 'Other',
  },
  /** The mark of a role in a row of the library. */
  short: { wav: 'W', stems: 'S', tagged: 'T', project: 'P', midi: 'M', artwork: 'A', mp3: '3', other: 'O' },
} as const
