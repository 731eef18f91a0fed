// What can be exported, and as what.

export const EXPORT_TYPES = [
  'all',
  'transactions',
  'sales',
  'beneficiaries',
  'documents',
  'goals',
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

/** The server made no file, and says why. */
export class ExportFailed extends Error {
  override readonly name = 'ExportFailed'
}

/** The name in a Content-Disposition, the one in UTF-8 before the plain one. */
export function fileNameOf(disposition: string | null, fallback: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // A name that cannot be read leaves the plain one.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? fallback
}
