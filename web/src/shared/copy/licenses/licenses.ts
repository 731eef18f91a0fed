// Words that every screen about licenses uses: files, caps, terms and states.

export const fileRoles = {
  mp3: 'MP3',
  wav: 'WAV',
  tagged: 'Tagged MP3',
  stems: 'Stems',
  project: 'Project files',
  midi: 'MIDI',
  artwork: 'Artwork',
  other: 'Other files',
} as const

/** Roles within a sentence: 'MP3, WAV, stems'. */
export const roleNouns = {
  mp3: 'MP3',
  wav: 'WAV',
  tagged: 'tagged MP3',
  stems: 'stems',
  project: 'project files',
  midi: 'MIDI',
  artwork: 'artwork',
  other: 'other files',
} as const

export const caps = {
  streams: 'Audio streams',
  copies: 'Copies sold',
  downloads: 'Free downloads',
  monetized_videos: 'Monetized videos',
  videos: 'Other videos',
  monetized_video_streams: 'Monetized video streams',
  video_streams: 'Other video streams',
  radio: 'Radio stations',
  paid_shows: 'Paid shows',
  unpaid_shows: 'Unpaid shows',
} as const

/** What a cap counts, after a number: '50,000 streams'. */
export const capUnits = {
  streams: 'streams',
  copies: 'copies',
  downloads: 'downloads',
  monetized_videos: 'monetized videos',
  videos: 'videos',
  monetized_video_streams: 'video streams',
  video_streams: 'other video streams',
  radio: 'radio stations',
  paid_shows: 'paid shows',
  unpaid_shows: 'unpaid shows',
} as const

const figure = (value: number) => value.toLocaleString('en-US')

export const terms = {
  limit: 'Limit',
  unlimited: 'Unlimited',
  notAllowed: 'Not allowed',
  allowed: 'Allowed',
  forever: 'Forever',
  noCaps: 'no caps',
  used: (used: number, limit: number) => `${figure(used)} of ${figure(limit)}`,
  publishing: 'Publishing, you keep',
  writer: 'Writer’s share, you keep',
  broadcast: 'Broadcast',
  sync: 'Sync',
  contentId: 'Content ID by buyer',
  credit: 'Credit line',
  creditRequired: 'Credit required',
  law: 'Governing law',
  buyBack: 'Buy-back',
  buyBackOf: ({ years, percent }: { years: number; percent: number }) =>
    `After ${years === 1 ? '1 year' : `${years} years`}, for ${percent}% of the price`,
  share: (percent: number) => `${percent}%`,
  /** Formats a term; whole years are given in years. */
  lasting: (months: number | null) => {
    if (months === null) return 'forever'
    if (months % 12 !== 0) return months === 1 ? '1 month' : `${figure(months)} months`
    return months === 12 ? '1 year' : `${figure(months / 12)} years`
  },
} as const

export const contract = {
  previewLabel: 'Contract preview',
  madeUpBuyer: 'With a made-up buyer',
  defaultText: 'The text that comes with Ledgerline: a text to change, not legal advice.',
  gap: (label: string) => `${label} is missing`,
} as const

export const licenses = {
  title: 'Sales History',
  tabsLabel: 'Sales, offers and licenses',
  tabs: { sales: 'Sales', offers: 'Offers', licenses: 'Licenses' },
  listLabel: 'Licenses',
  subtitle: 'Who can use your beats, for what, and for how long',
  issue: 'Issue License',
  search: 'Search licenses',
  searchPlaceholder: 'Search by beat, client or LIC number...',
  clearSearch: 'Clear search',
  show: 'Show',
  shown: { all: 'All', active: 'Active', ended: 'Ended' },
  filter: 'Filter',
  filterOn: (count: number) => `Filter, ${count} changed`,
  resetFilter: 'Reset filter',
  byKind: 'License',
  anyKind: 'Any license',
  byExpiry: 'Expires',
  anyExpiry: 'Any time',
  within: { 30: 'Within 30 days', 60: 'Within 60 days', 365: 'Within a year' },
  before: (day: string) => `Expires before ${day}`,
  nearCap: 'Near or over a cap',
  oneBeat: 'One beat',
  oneClient: 'One client',
  exportNote:
    "Files can't be filtered by caps. This one has every license that matches your search and your other filters.",
  columns: ['Cover', 'License', 'Client', 'State', 'Expires', 'Most used', 'Actions'],
  states: {
    active: 'Active',
    expiring: 'Expiring',
    expired: 'Expired',
    superseded: 'Upgraded',
    terminated: 'Ended',
    refunded: 'Refunded',
  },
  forever: 'Forever',
  left: (days: number) => {
    if (days < 0) return ''
    if (days === 0) return 'Last day today'
    if (days < 60) return days === 1 ? '1 day left' : `${days} days left`
    const months = Math.floor(days / 30.44)
    return months < 24 ? `${months} months left` : `${Math.round(days / 365.25)} years left`
  },
  to: (reference: string) => `To ${reference}`,
  unlimited: 'Unlimited',
  notAllowedOf: (cap: string) => `${cap} not allowed`,
  usedOf: (used: number, limit: number, unit: string) => `${figure(used)} of ${figure(limit)} ${unit}`,
  count: (count: number, isExact: boolean) => {
    const number = `${figure(count)}${isExact ? '' : '+'}`
    return number === '1' ? '1 license' : `${number} licenses`
  },
  emptyTitle: 'No licenses yet',
  empty: 'Issue a license to say in writing who can use a beat, for what, and for how long.',
  noMatchTitle: 'No matching licenses',
  noMatch: 'Nothing matches your search and filters.',
  loading: 'Loading licenses',
  loadFailed: "We couldn't load your licenses",
  loadingMore: 'Loading more licenses',
  moreFailed: "Couldn't load more licenses",
  retry: 'Try again',
  actionsOf: (reference: string) => `Actions for ${reference}`,
  view: 'View license',
  contract: 'Download contract',
  contractSaved: (name: string) => `${name} downloaded`,
  contractFailed: "Couldn't download the contract",
} as const

export const licenseFigures = {
  label: 'Licenses at a glance',
  active: 'Active',
  expiring: 'Expiring soon',
  nearCap: 'Near or over a cap',
  exclusive: 'Exclusives',
} as const

export const licenseView = {
  back: 'Back to licenses',
  crumb: 'Licenses',
  loading: 'Loading the license',
  loadFailed: "We couldn't load this license",
  missingTitle: 'License not found',
  missing: 'It may belong to another account.',
  more: 'More actions',
  for: (kind: string) => `${kind} for `,
  issued: 'Issued',
  starts: 'Starts',
  expires: 'Expires',
  ended: 'Ended',
  replaces: 'Replaces',
  replacedBy: 'Replaced by',
  sale: 'Sale',
  noSale: 'None',
  none: '–',
  reason: (reason: string) => `Reason: ${reason}`,
  terms: 'Terms',
  noteUsage: 'Note usage',
  creditRequired: 'Credit, required',
  creditOptional: 'Credit, optional',
  contract: 'Contract',
  versionAndPages: (version: number, pages: number) =>
    `Version ${version} · ${pages === 1 ? '1 page' : `${pages} pages`}`,
  download: 'Contract',
  downloadPdf: (size: string) => `Download PDF, ${size}`,
  contractText: 'Contract text',
  contractLoading: 'Loading the contract',
  contractUnread: "We couldn't show the contract here. You can still download it.",
  copyHash: 'Copy SHA-256',
  hashCopied: 'SHA-256 copied',
  hashFailed: "Couldn't copy the SHA-256",
  frozenNote: 'The contract never changes. The same bytes always have this SHA-256:',
  record: 'Record',
  entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  events: {
    offered: 'Offered',
    viewed: 'Viewed',
    accepted: 'Accepted',
    paid: 'Paid',
    issued: 'Issued',
    delivered: 'Delivered',
    downloaded: 'Downloaded',
    upgraded: 'Upgraded',
    ended: 'Ended',
  } as Record<string, string>,
  check: 'Check record',
  checkAgain: 'Check again',
  checking: 'Checking...',
  intact: 'Record intact, checked just now',
  broken: (where: string) => `The record was changed. ${where}`,
  checkFailed: "Couldn't check the record",
  notChecked: 'Each entry holds the hash of the one before.',
  files: 'Files',
  frozen: 'As issued',
  noFilesNow: 'The beat had none of these files on the day of issue.',
  downloadOf: (name: string) => `Download ${name}`,
  downloadAll: (files: number) =>
    files === 1 ? 'Download contract and file' : `Download contract and ${files} files`,
  beatGone: 'The beat was deleted, so its files can no longer be downloaded here.',
  buyer: 'Buyer',
  name: 'Name',
  alias: 'Stage name',
  email: 'Email',
  address: 'Address',
  country: 'Country',
  recorded: 'Recorded by the producer',
  acceptance: 'Acceptance',
  nextStep: 'Next step up',
  costsMore: (amount: string) => `${amount} more`,
  upgrade: 'Upgrade',
  terminate: 'End license',
} as const

export const usageForm = {
  title: 'Note usage',
  intro: 'What the buyer reports, in total so far.',
  ofLimit: (limit: number) => `of ${figure(limit)}`,
  wrong: 'Enter a whole number',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Usage saved',
  failed: "Couldn't save the usage",
} as const

export const upgradeForm = {
  title: (reference: string) => `Upgrade ${reference}`,
  intro: 'A new license takes the place of this one, which ends at once.',
  kind: 'New license',
  price: 'Price of the upgrade',
  priceHint: (difference: string) => `The difference is ${difference}.`,
  none: 'There is no higher license to upgrade to.',
  cancel: 'Cancel',
  submit: 'Upgrade',
  saving: 'Upgrading...',
  done: 'License upgraded',
  failed: "Couldn't upgrade the license",
} as const

export const terminateForm = {
  title: (reference: string) => `End ${reference}?`,
  intro: (buyer: string) => `${buyer} may no longer use the beat, and its files are no longer delivered.`,
  reason: 'Reason',
  reasonRequired: 'Enter a reason',
  cancel: 'Cancel',
  submit: 'End License',
  saving: 'Ending...',
  done: 'License ended',
  failed: "Couldn't end the license",
} as const

export const issueForm = {
  title: 'Issue license',
  beat: 'Beat',
  beatPlaceholder: 'Choose a beat',
  beatOptions: 'Your library',
  beatRequired: 'Choose a beat from your library',
  beatSold: 'Sold exclusively',
  kind: 'License',
  kindRequired: 'Choose a license',
  who: 'Buyer',
  whoLabel: 'Who buys it',
  whoOptions: { client: 'A client', buyer: 'Someone new' },
  client: 'Client',
  clientPlaceholder: 'Choose a client',
  clientOptions: 'Your clients',
  clientRequired: 'Choose a client',
  name: 'Legal name',
  nameRequired: 'Enter the buyer’s legal name',
  alias: 'Stage name',
  email: 'Email',
  emailWrong: 'Enter a valid email address',
  address: 'Address',
  country: 'Country',
  price: 'Price',
  samples: 'Samples used',
  samplesHint: 'Goes into the contract. Leave it blank if there are none.',
  startsOn: 'Starts',
  startsRequired: 'Enter a valid date',
  sale: 'Record a sale',
  saleOptions: { Completed: 'Paid', Pending: 'Pending', none: 'No sale' },
  saleHints: {
    Completed: 'The price is added to your account.',
    Pending: 'The sale is recorded as pending.',
    none: 'Only the license is recorded.',
  },
  preview: 'Contract',
  previewEmpty: 'Choose a beat, a license and a buyer to see the contract.',
  previewFailed: "Couldn't load the contract",
  missing: 'Missing for this contract',
  where: {
    legal_profile: 'Add it to your legal profile',
    kind: 'Add it to the license',
    beat: 'Add it to the beat',
    buyer: 'Enter it in this form',
  },
  whereClient: 'Add it to the client',
  ready: 'The contract is complete',
  absent: (roles: readonly string[]) =>
    `The beat has no ${roles.join(', ')}. A license keeps the files it is issued with, so add them first.`,
  cancel: 'Cancel',
  submit: 'Issue License',
  saving: 'Issuing...',
  done: 'License issued',
  failed: "Couldn't issue the license",
} as const

export const saleLicense = {
  make: 'Make License',
  view: 'View License',
  title: (reference: string) => `Make a license of ${reference}`,
  intro: 'The license is issued for this sale. Its record says that you recorded it.',
  submit: 'Make License',
} as const

export const clientLicenses = {
  title: 'May use',
  titleOf: (name: string) => `What ${name} may use`,
  empty: 'No active license.',
  all: 'All licenses',
  loading: 'Loading licenses',
  loadFailed: "We couldn't load this client's licenses",
  retry: 'Try again',
  until: (day: string) => `Until ${day}`,
} as const
