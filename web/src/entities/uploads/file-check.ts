// Checks a file before it is uploaded: its claimed type and its size. The server checks the content and decides.
import type { Category } from '@/entities/documents/document'
import { MEDIA_TYPES } from '@/shared/config/limits'
import { uploads } from '@/shared/copy/library/uploads'

type FileLike = Pick<File, 'name' | 'type' | 'size'>

type CheckedFile = { category: Category; title: string; fault?: undefined } | { fault: string }

const LONGEST_TITLE = 200
const MEGABYTE = 1024 * 1024

export function checkFile(file: FileLike, limits: Record<Category, number>): CheckedFile {
  const category = categoryOf(file)
  if (category === null) return { fault: uploads.unsupported(claimedType(file)) }
  const limit = limits[category]
  if (file.size > limit) return { fault: uploads.tooLarge(`${Math.floor(limit / MEGABYTE)}MB`) }
  return { category, title: titleOf(file.name) }
}

/** The file name without its last extension, 'Midnight Drive.final' for 'Midnight Drive.final.wav', cut to the longest title. */
export function titleOf(fileName: string): string {
  return [...fileName.replace(/(.)\.[^.]*$/, '$1')].slice(0, LONGEST_TITLE).join('').trim()
}

function categoryOf(file: FileLike): Category | null {
  const type = file.type.toLowerCase().split(';')[0]?.trim() ?? ''
  if ((MEDIA_TYPES.video as readonly string[]).includes(type)) return 'video'
  if ((MEDIA_TYPES.audio as readonly string[]).includes(type)) return 'beat'
  // Operating systems use different MIME types for one format (audio/x-flac, video/avi) or none; then the extension
  // decides.
  if (type !== '' && !/^(audio|video)\//.test(type)) return null
  const extension = extensionOf(file.name)
  if ((MEDIA_TYPES.videoExtensions as readonly string[]).includes(extension)) return 'video'
  return (MEDIA_TYPES.audioExtensions as readonly string[]).includes(extension) ? 'beat' : null
}

function claimedType(file: FileLike): string {
  return file.type || extensionOf(file.name) || uploads.unknownType
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
