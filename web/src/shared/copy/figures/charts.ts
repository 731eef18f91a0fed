// Texts around every chart and figure.

export const charts = {
  saveOf: (title: string) => `Save ${title}`,
  asImage: 'Save as image',
  asCsv: 'Save as CSV',
  saved: (file: string) => `${file} saved`,
  /** The unit of a changed rate: percentage points. */
  points: ' pt',
  saveFailed: "Couldn't save the chart",
} as const
