// Texts around every chart and figure.

export const charts = {
  saveOf: (title: string) => `Save ${title}`,
  asImage: 'Save as image',
  asCsv: 'Save as CSV',
  saved: (file: string) => `${file} saved`,
  /** Of a rate that moved. */
  points: ' pt',
  saveFailed: 'The chart could not be saved',
} as const
