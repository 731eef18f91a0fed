// The uploads of this page: waiting, running, done or failed. They are kept outside React, so that they continue
// while other screens are open; signing out cancels them.
import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '@/entities/documents/document'
import { documentAdded, documentUpdated } from '@/entities/documents/library-changed'
import { capturePoster, sendPoster } from '@/entities/documents/poster'
import { type Sent, sendFile } from '@/entities/documents/upload-call'
import { ApiError } from '@/shared/api/error'
import { LIBRARY, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { uploads as copy, library } from '@/shared/copy/media'
import { toast } from '@/shared/ui/toast/toast'
import { checkFile } from './file-check'
import { createTransferRate, secondsLeft } from './transfer-rate'

export interface Upload {
  id: number
  name: string
  size: number
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled'
  sent: number
  /** Bytes per second and remaining seconds; null while unknown. */
  rate: number | null
  secondsLeft: number | null
  /** The failure, or a note that the library already has the same file. */
  note: string | null
  /** True if a retry may succeed. */
  canRetry: boolean
}

interface Job {
  file: File
  category: Category
  title: string
  stop: AbortController
  client: QueryClient
}

let shown: readonly Upload[] = []
let serial = 0
const jobs = new Map<number, Job>()
const listeners = new Set<() => void>()

function publish(next: readonly Upload[]) {
  shown = next
  for (const listener of listeners) listener()
}

function update(id: number, change: Partial<Upload>) {
  publish(shown.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

const is = (state: Upload['state']) => (one: Upload) => one.state === state

export const uploads = {
  get: () => shown,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  isBusy: () => shown.some((one) => one.state === 'sending' || one.state === 'waiting'),

  /** Queues the files that may be sent and shows why the others are refused. */
  add(files: readonly File[], limits: Record<Category, number>, client: QueryClient) {
    for (const file of files) {
      const checked = checkFile(file, limits)
      if (checked.fault !== undefined) {
        const more = files.length > 1 ? { description: file.name } : {}
        toast.error(checked.fault, { ...TOASTS.other, ...more, id: `refused ${file.name}` })
        continue
      }
      serial += 1
      jobs.set(serial, { file, ...checked, stop: new AbortController(), client })
      publish([...shown, newUpload(serial, file)])
    }
    pump()
  },

  cancel(id: number) {
    const job = jobs.get(id)
    update(id, { state: 'cancelled', rate: null, secondsLeft: null, note: null, canRetry: true })
    job?.stop.abort()
    pump()
  },

  retry(id: number) {
    const job = jobs.get(id)
    if (!job) return
    job.stop = new AbortController()
    update(id, newUpload(id, job.file))
    pump()
  },

  dismiss(id: number) {
    jobs.delete(id)
    publish(shown.filter((one) => one.id !== id))
  },

  clearFinished() {
    for (const { id, state } of shown) if (state !== 'sending' && state !== 'waiting') jobs.delete(id)
    publish(shown.filter((one) => one.state === 'sending' || one.state === 'waiting'))
  },

  /** Cancels all uploads when the account is left. */
  stopAll() {
    const stopped = [...jobs.values()]
    jobs.clear()
    publish([])
    for (const { stop } of stopped) stop.abort()
  },
}

function newUpload(id: number, file: File): Upload {
  return {
    id,
    name: file.name,
    size: file.size,
    state: 'waiting',
    sent: 0,
    rate: null,
    secondsLeft: null,
    note: null,
    canRetry: false,
  }
}

function pump() {
  const free = LIBRARY.uploadsAtOnce - shown.filter(is('sending')).length
  for (const { id } of shown.filter(is('waiting')).slice(0, Math.max(0, free))) {
    const job = jobs.get(id)
    if (job) send(id, job)
  }
}

async function send(id: number, job: Job) {
  const { file, category, title, stop, client } = job
  update(id, { state: 'sending' })
  toast.info(library.uploadStarted(category), TOASTS.uploadStarted)
  const pace = createTransferRate()
  const onProgress = (sent: number) => {
    const rate = pace.note(sent, performance.now())
    update(id, { sent, rate, secondsLeft: secondsLeft(file.size - sent, rate) })
  }
  const poster = category === 'video' ? capturePoster(file) : null
  try {
    const sent = await sendFile({ file, title, category, onProgress, signal: stop.signal })
    markDone(id, sent, client)
    const picture = await poster
    // The video itself was uploaded; a failed poster image does not fail the upload.
    if (picture)
      documentUpdated(client, await sendPoster(sent.document.id, picture).catch(() => sent.document))
  } catch (error) {
    if (!stop.signal.aborted) markFailed(id, error)
  }
  pump()
}

function markDone(id: number, { document, message, duplicateOf }: Sent, client: QueryClient) {
  const note = duplicateOf === null ? null : copy.duplicateOf(duplicateOf)
  update(id, { state: 'done', sent: shown.find((one) => one.id === id)?.size ?? 0, rate: null, note })
  documentAdded(client)
  const more = duplicateOf === null ? {} : { description: message }
  toast.success(library.uploaded(document.category), { ...TOASTS.success, ...more })
  // An entry with a note about a duplicate stays until it is dismissed.
  if (note === null) setTimeout(() => uploads.dismiss(id), LIBRARY.uploadShownMs)
}

function markFailed(id: number, error: unknown) {
  const isRefused = error instanceof ApiError
  const text = isRefused
    ? library.uploadRefused(error.serverText ?? error.message)
    : library.uploadFailed(calls.offline)
  // A retry cannot help for a file that is too large or of an unsupported type.
  const canRetry = !isRefused || ![400, 413, 415, 507].includes(error.status)
  update(id, { state: 'failed', rate: null, secondsLeft: null, note: text, canRetry })
  toast.error(text, TOASTS.other)
}
