// Every number, list and delay the product's specification fixes. Forms, timers, toasts and tests
// read them here, so that a limit is changed in one place and a test can never disagree with the screen.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const MEGABYTE = 1024 * 1024

export const SESSION = {
  /** The timeout until the account's setting has loaded. */
  defaultTimeoutMinutes: 2,
  timeoutOptionsMinutes: [2, 15, 30, 60, 120],
  /** The longest timeout that the security review does not advise against. */
  advisedTimeoutMinutes: 30,
  timeoutChangedEvent: 'sessionTimeoutChanged',
  activityEvents: ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart', 'click'],
  /** Timeouts up to this long are checked at the short interval. */
  shortTimeoutMs: 5 * MINUTE,
  shortCheckIntervalMs: 5 * SECOND,
  longCheckIntervalMs: 10 * SECOND,
  warningMaxMs: 30 * SECOND,
  warningShare: 0.1,
  warningSilenceMs: 30 * SECOND,
  lockedRecordLifetimeMs: 24 * HOUR,
  /** The server writes a session's last-seen time at most once a minute, so more often is of no use. */
  heartbeatMs: MINUTE,
  /** When the lock screen's code is prefetched: well before the shortest timeout, after the first screen has loaded. */
  lockPrefetchMs: 5 * SECOND,
  /** The pause before the server is asked again who is signed in, where it could not answer. */
  restoreRetryMs: 2 * SECOND,
} as const

export const STORAGE_KEYS = {
  token: 'ledgerline.token',
  lockedRecord: 'ledgerline.locked',
  tabChannel: 'ledgerline.session',
  lastActivity: 'ledgerline.activity',
  cardNicknames: 'ledgerline.card-nicknames',
  liveChannel: 'ledgerline.live',
  rail: 'ledgerline.rail',
  known: 'ledgerline.known',
  mailLink: 'ledgerline.mail-link',
  samples: 'ledgerline.samples',
  /** The prefix of a key; the account's id follows. */
  player: 'ledgerline.player',
  /** The prefix of a key; the account's id follows. */
  uploads: 'ledgerline.uploads',
} as const

/** The event stream of the account. */
export const LIVE = {
  /** The first and the longest pause before a lost stream is opened again. */
  firstWaitMs: 1 * SECOND,
  lastWaitMs: 30 * SECOND,
  /** The server sends a keep-alive every 20 seconds. After this long without one the connection counts as dead. */
  silenceMs: 45 * SECOND,
  /** The same limit for a page that has just woken up. */
  doubtMs: 22 * SECOND,
  watchEveryMs: 5 * SECOND,
  /** A stream opened this soon after a query was fetched has most likely missed no change. */
  promptMs: 1 * SECOND,
  /** The shortest time between two refetches caused by events. */
  restMs: 500,
} as const

/** Timing of the probes that check whether the server can be reached. */
export const CONNECTION = {
  /** The first and the longest pause between two requests to a server that is away. */
  firstWaitMs: 1 * SECOND,
  lastWaitMs: 15 * SECOND,
  /** How long to wait for the response of a probe. */
  patienceMs: 8 * SECOND,
} as const

export const PASSWORD = {
  signInMin: 6,
  strengthMediumMin: 6,
  strengthStrongMin: 8,
  meterPercent: { weak: 33, medium: 66, strong: 100 },
  newMin: 8,
  newCriteriaNeeded: 3,
  newCriteriaStrong: 4,
} as const

export const SIGN_UP = { nameMin: 2 } as const

export const TWO_FACTOR = {
  codeLength: 6,
  dialogCloseDelayMs: 2 * SECOND,
} as const

export const PASSKEYS = {
  nameMax: 60,
  /** The server's challenge expires after five minutes, so a waiting suggestion gets a new one before. */
  renewSuggestionMs: 4 * MINUTE,
} as const

export const LISTS = {
  securityLogs: 50,
  loginHistory: 50,
  recentTransactions: 5,
  financesCards: 2,
  financesGoals: 3,
} as const

export const TRANSACTION = {
  titleMax: 200,
  descriptionMax: 2000,
  searchMax: 100,
  /** How long a search waits for the next keystroke. */
  searchDelayMs: 250,
  /** Rows requested at a time while the history is scrolled. */
  historyPage: 100,
} as const

export const CLIENT = {
  nameMax: 120,
  phoneMax: 40,
  addressMax: 500,
  accountNumberMax: 50,
  bankNameMax: 120,
  bankCodeMax: 40,
  notesMax: 2000,
  searchMax: 100,
  /** How many clients are requested at a time. */
  listPage: 60,
  /** From how many clients the bank names are collected, and how many are requested at a time. */
  banksFrom: 1000,
  banksPage: 200,
  /** The number of clients that are suggested while a name is typed. */
  matches: 6,
} as const

export const SALE = {
  titleMax: 200,
  clientMax: 120,
  notesMax: 2000,
  searchMax: 100,
  /** Rows requested at a time while the history is scrolled. */
  historyPage: 100,
} as const

export const LICENSE = {
  searchMax: 100,
  reasonMax: 500,
  samplesMax: 500,
  /** Rows requested at a time while the list is scrolled. */
  page: 100,
  /** How many of a client's licenses are shown. */
  ofClient: 50,
} as const

export const OFFER = {
  searchMax: 100,
  /** Rows requested at a time while the list is scrolled. */
  page: 50,
  mostLines: 20,
  wordsMax: 2_000,
  defaultDays: 14,
  nameMax: 200,
  referenceMax: 200,
} as const

export const SHARE = {
  titleMax: 120,
  messageMax: 1000,
  nameMax: 120,
  beatsMost: 100,
  recipientsMost: 50,
  passwordMin: 4,
  defaultDays: 30,
  mostYears: 2,
  searchMax: 100,
  /** Rows requested at a time while the list is scrolled. */
  page: 100,
} as const

export const PREVIEW = {
  /** The pause between two requests for the state of a preview. */
  askMs: 1.5 * SECOND,
  tagMaxBytes: 5 * MEGABYTE,
  tagNameMax: 60,
} as const

/** The largest amount one movement or account can hold, in minor units: a million million. */
export const MOST_MINOR = 100_000_000_000_000n

export const CARD = {
  pinLength: 4,
  numberDigits: 16,
  expiryLength: 5,
  cvvMin: 3,
  cvvMax: 4,
} as const

/** How long one right PIN opens card details on the cards page, in the tab in which it was typed. */
export const PIN_HOLD_MS = 5 * MINUTE

/** The largest page the server returns, enough for all cards and clients of a choice. */
export const WHOLE_LIST = 200

export const NAMES = { holderMax: 100, nicknameMax: 40 } as const

export const SECURITY = {
  /** Entries of the security log and the sign-in history requested at a time. */
  page: 50,
} as const

export const NOTIFICATIONS = {
  /** Rows requested at a time while the list is scrolled. */
  page: 30,
  /** Shown at the bottom, where the toast covers neither the search nor the notification button. */
  toast: { position: 'bottom-right', duration: 5 * SECOND },
  /** Notifications that arrive this soon after a change made by the page itself are not shown as a toast. */
  ownChangeMs: 3 * SECOND,
  /** After this long a date is shown instead of '3 days ago'. */
  wordsForMs: 7 * 24 * HOUR,
} as const

export const SEARCH = { most: 100, delayMs: 150 } as const

/** The first and the longest pause between two requests for the state of an export. */
export const EXPORT = { firstAskMs: 300, lastAskMs: 3 * SECOND } as const

/** The pause between two requests for the state of an archive. */
export const ARCHIVE = { askMs: SECOND } as const

export const GOAL = { targetMin: 0.01, targetStep: 0.01, titleMax: 200, descriptionMax: 2000 } as const

export const APPLICATION = {
  titleMax: 200,
  organizationMax: 120,
  notesMax: 2000,
  /** The number of applications requested at a time. */
  listPage: 20,
} as const

export const CURRENCIES = ['USD', 'EUR', 'GBP', 'KES'] as const
export const PROFILE_VISIBILITIES = ['public', 'private', 'clients only'] as const

export const ROLES = [
  'Music Producer',
  'Beat Maker',
  'Sound Engineer',
  'Artist',
  'DJ',
  'Composer',
  'Studio Manager',
  'Other',
] as const

export const MEDIA = {
  maxAudioBytes: 50 * MEGABYTE,
  maxVideoBytes: 200 * MEGABYTE,
  skipSeconds: 10,
  unmuteVolume: 0.7,
  volumeStep: 0.01,
  controlsHideMs: 3 * SECOND,
  windowWidth: 800,
  windowHeight: 600,
  sizeBase: 1024,
  sizeDecimals: 2,
  /** How many upcoming items are kept over a reload, and how often the position is written meanwhile. */
  keptItems: 100,
  keepPositionMs: 3 * SECOND,
} as const

export const LIBRARY = {
  /** Rows requested at a time while the library is scrolled. */
  page: 100,
  /** How many items of a list the player's queue knows at most. */
  queueMost: 1000,
  /** How many beats are suggested in the sale form. */
  matches: 8,
  searchMax: 100,
  searchDelayMs: 250,
  titleMax: 200,
  genreMax: 60,
  artistMax: 200,
  tagsMost: 20,
  tagMax: 40,
  bpmMin: 20,
  bpmMax: 400,
  /** How many items are requested at the same time to see whether their analysis is done. */
  askedAtOnce: 8,
  /** Files that are sent at the same time. */
  uploadsAtOnce: 2,
  /** How long a finished upload stays in the list. */
  uploadShownMs: 5 * SECOND,
  /** Larger files are sent in pieces and can pause. */
  resumableOver: 32 * MEGABYTE,
  uploadPiece: 16 * MEGABYTE,
  /** The server forgets an unfinished upload this long after its last byte. */
  unfinishedForMs: 24 * HOUR,
  notesMax: 20_000,
  notesDelayMs: 800,
} as const

export const MEDIA_TYPES = {
  audio: [
    'audio/mpeg',
    'audio/wav',
    'audio/ogg',
    'audio/mp3',
    'audio/flac',
    'audio/aac',
    'audio/x-wav',
    'audio/x-mpeg',
    // MIME types that browsers use for .m4a.
    'audio/mp4',
    'audio/x-m4a',
  ],
  video: ['video/mp4', 'video/mpeg', 'video/quicktime', 'video/x-msvideo', 'video/webm'],
  picker: 'audio/*,video/*,.mp3,.wav,.ogg,.flac,.aac,.m4a,.mp4,.mov,.avi,.webm',
  audioExtensions: ['mp3', 'wav', 'ogg', 'flac', 'aac', 'm4a'],
  videoExtensions: ['mp4', 'mov', 'avi', 'webm', 'mpg', 'mpeg'],
} as const

/** The names the server knows, in the order of the scale. */
export const KEYS = [
  ...['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'].map((note) => `${note} major`),
  ...['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'G#', 'A', 'Bb', 'B'].map((note) => `${note} minor`),
] as const

export const LAYOUT = { sidebarPx: 280, rightColumnPx: 280 } as const

/** Length limits of the studio's texts on receipts. */
export const STUDIO = { nameMax: 100, addressMax: 300, taxMax: 100 } as const

export const AVATAR = {
  maxBytes: 5 * MEGABYTE,
  /** The side of the square image that is uploaded; the server stores a smaller one. */
  uploadPx: 512,
  types: ['image/png', 'image/jpeg', 'image/webp'],
} as const

/** Where a toast appears and for how long; 0 stays until it is closed. */
export const TOASTS = {
  session: { position: 'top-right', duration: 5 * SECOND },
  persistent: { position: 'top-right', duration: 0 },
  unlocked: { position: 'bottom-right', duration: 3 * SECOND },
  success: { position: 'bottom-right', duration: 3 * SECOND },
  other: { position: 'bottom-right', duration: 4 * SECOND },
  uploadStarted: { position: 'bottom-right', duration: 1 * SECOND },
} as const

/** Deleting one row: how long it can be undone before the request is sent. */
export const UNDO = {
  waitMs: 5 * SECOND,
  toast: { position: 'bottom-right', duration: 5 * SECOND },
} as const
/** A toast with Undo: as long as the specification allows a toast to stay. */
export const UNDO_TOAST = { position: 'bottom-right', duration: 5 * SECOND } as const

export const ACCOUNT_DELETION = { redirectMs: 2 * SECOND, redirectTo: '/login' } as const
