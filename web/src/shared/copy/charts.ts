// Texts around every chart.

export const charts = {
  saveOf: (title: string) => `Save ${title}`,
  asImage: 'Save as image',
  asCsv: 'Save as CSV',
  saved: (file: string) => `${file} saved`,
  saveFailed: 'The chart could not be saved',
} as const
