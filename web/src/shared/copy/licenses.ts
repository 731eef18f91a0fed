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
  /** A term of whole years is told in years. */
  lasting: (months: number | null) => {
    if (months === null) return 'forever'
    if (months % 12 !== 0) return months === 1 ? '1 month' : `${figure(months)} months`
    return months === 12 ? '1 year' : `${figure(months / 12)} years`
  },
} as const

export const contract = {
  previewLabel: 'Contract preview',
  madeUpBuyer: 'With a made-up buyer',
  gap: (label: string) => `${label} is missing`,
} as const
