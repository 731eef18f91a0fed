// Stores unfinished uploads of large files in local storage, so that they can be resumed after a reload or the next
// sign-in. A file is identified by its name, size and time of last change; the person has to choose the file itself
// again.
import { LIBRARY, STORAGE_KEYS } from '@/shared/config/limits'
import type { Category } from '../documents/document'
import { isRole, type Role } from '../files/role'

/** A new item of the library, or a file for an item. */
export type UploadTarget =
  | { category: Category; title: string; isTagged: boolean }
  | { documentId: string; role: Role }

export interface StoredUpload {
  name: string
  size: number
  lastModified: number
  target: UploadTarget
  /** The URL that the server gave the upload; null until the first response. */
  url: string | null
  sent: number
  /** The time at which the last byte was sent. */
  at: number
}

type FileLike = Pick<File, 'name' | 'size' | 'lastModified'>

/** True if `file` is most likely the file of the unfinished upload. */
export function isSameFile(kept: FileLike, file: FileLike): boolean {
  return kept.name === file.name && kept.size === file.size && kept.lastModified === file.lastModified
}

export function createStoredUploads(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  now: () => number,
) {
  const keyOf = (userId: string) => `${STORAGE_KEYS.uploads}.${userId}`

  function read(userId: string): StoredUpload[] {
    try {
      const list: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]')
      return Array.isArray(list)
        ? list.filter(isKept).filter(({ at }) => now() - at < LIBRARY.unfinishedForMs)
        : []
    } catch {
      return []
    }
  }

  function write(userId: string, list: readonly StoredUpload[]) {
    try {
      if (list.length === 0) storage.removeItem(keyOf(userId))
      else storage.setItem(keyOf(userId), JSON.stringify(list))
    } catch {
      // Without local storage the upload just cannot be resumed after a reload.
    }
  }

  return {
    read,
    save(userId: string, upload: StoredUpload) {
      write(userId, [...read(userId).filter((one) => !isSameUpload(one, upload)), upload])
    },
    remove(userId: string, upload: Pick<StoredUpload, 'name' | 'size' | 'lastModified' | 'target'>) {
      write(
        userId,
        read(userId).filter((one) => !isSameUpload(one, upload)),
      )
    },
  }
}

/** True if both are uploads of the same file to the same target: one file may be uploaded to two beats. */
function isSameUpload(
  a: FileLike & { target: UploadTarget },
  b: FileLike & { target: UploadTarget },
): boolean {
  const placeOf = (target: UploadTarget) =>
    'documentId' in target ? `${target.documentId} ${target.role}` : ''
  return isSameFile(a, b) && placeOf(a.target) === placeOf(b.target)
}

function isKept(value: unknown): value is StoredUpload {
  if (typeof value !== 'object' || value === null) return false
  const { name, size, lastModified, target, url, sent, at } = value as Record<string, unknown>
  const isTarget =
    typeof target === 'object' &&
    target !== null &&
    ('documentId' in target
      ? typeof target.documentId === 'string' && 'role' in target && isRole(String(target.role))
      : 'title' in target && typeof target.title === 'string')
  return (
    typeof name === 'string' &&
    [size, lastModified, sent, at].every((number) => typeof number === 'number') &&
    (url === null || typeof url === 'string') &&
    isTarget
  )
}

export const storedUploads = createStoredUploads(globalThis.localStorage, Date.now)
