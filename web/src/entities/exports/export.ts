// The types and formats of exports.

export const EXPORT_TYPES = [
  'all',
  'transactions',
  'sales',
  'licenses',
  'beneficiaries',
  'documents',
  'goals',
  'applications',
  'notifications',
] as const
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'pdf'] as const

export type ExportType = (typeof EXPORT_TYPES)[number]
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export type ExportWish = {
  type: ExportType
  format: ExportFormat
  /** The filters of the type's own list, by the names they have in its query. */
  filters?: Readonly<Record<string, string>>
}

export type ExportStage = 'asking' | 'pending' | 'processing' | 'downloading'

export type ExportedFile = { name: string; content: Blob }

/** The server could not create the export file. The error's message is the server's reason. */
export class ExportFailed extends Error {
  override readonly name = 'ExportFailed'
}

/** The file name in a Content-Disposition header; the UTF-8 form wins. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // A malformed UTF-8 name falls back to the plain one.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? fallback
}
