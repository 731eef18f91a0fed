// Sends the files of the upload list, two at a time, outside React and whatever screen is open. While files are being
// sent the screen does not lock. If it is locked all the same, running transfers go on, and the rest waits until the
// same person is back; signing out cancels everything.
import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '@/entities/documents/document'
import { documentAdded, documentUpdated } from '@/entities/documents/library-changed'
import { capturePoster, sendPoster } from '@/entities/documents/poster'
import { type Sent, sendFile } from '@/entities/documents/upload-call'
import { session } from '@/entities/session/session'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'
import { LIBRARY, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { uploads as copy, library } from '@/shared/copy/media'
import { toast } from '@/shared/ui/toast/toast'
import { checkFile } from './file-check'
import { createTransferRate, secondsLeft } from './transfer-rate'
import { isUnderWay, type Upload, uploadList } from './uploads'

interface Job {
  file: File
  category: Category
  title: string
  stop: AbortController
  client: QueryClient
}

let lastId = 0
let lastBatch = 0
/** Whose files these are. */
let ownerId: string | null = null
let letSleep: (() => void) | null = null
const jobs = new Map<number, Job>()
/** Uploads that failed because the server did not answer. */
const lost = new Set<number>()

const is = (state: Upload['state']) => (one: Upload) => one.state === state

function update(id: number, change: Partial<Upload>) {
  uploadList.set(uploadList.get().map((one) => (one.id === id ? { ...one, ...change } : one)))
}

function signedInId(): string | null {
  const state = session.state.get()
  return state.status === 'authenticated' ? state.user.id : null
}

const isOwnerHere = () => ownerId !== null && signedInId() === ownerId

uploadList.subscribe(() => {
  const isBusy = uploadList.isBusy()
  if (isBusy && letSleep === null) letSleep = session.activity.media()
  if (!isBusy && letSleep !== null) {
    letSleep()
    letSleep = null
  }
})

session.onNotice((notice) => {
  if (notice === 'signedOut' || notice === 'left') stopAll()
  if (notice !== 'entered') return
  if (isOwnerHere()) pump()
  else stopAll()
})

// What the connection lost is sent again when the server is back.
connection.subscribe(() => {
  if (connection.isAway()) return
  for (const id of lost) requeue(id)
  lost.clear()
  pump()
})

window.addEventListener('beforeunload', (event) => {
  if (uploadList.isBusy()) event.preventDefault()
})

export const queue = {
  /** Queues the files that may be sent, and lists the others with the reason why they are refused. */
  add(files: readonly File[], limits: Record<Category, number>, client: QueryClient) {
    ownerId = signedInId()
    lastBatch += 1
    const added = files.map((file) => {
      lastId += 1
      const checked = checkFile(file, limits)
      if (checked.fault === undefined) {
        jobs.set(lastId, { file, ...checked, stop: new AbortController(), client })
        return newUpload(lastId, lastBatch, file)
      }
      const more = files.length > 1 ? { description: file.name } : {}
      toast.error(checked.fault, { ...TOASTS.other, ...more, id: `refused ${file.name}` })
      return { ...newUpload(lastId, lastBatch, file), state: 'failed' as const, note: checked.fault }
    })
    uploadList.set([...uploadList.get(), ...added])
    pump()
  },

  cancel(id: number) {
    const job = jobs.get(id)
    update(id, { state: 'cancelled', rate: null, secondsLeft: null, note: null, canRetry: true })
    job?.stop.abort()
    pump()
  },

  retry(id: number) {
    requeue(id)
    pump()
  },

  dismiss(id: number) {
    jobs.delete(id)
    uploadList.set(uploadList.get().filter((one) => one.id !== id))
  },

  clearFinished() {
    keepOnly(isUnderWay)
  },
}

function stopAll() {
  const stopped = [...jobs.values()]
  keepOnly(() => false)
  for (const { stop } of stopped) stop.abort()
}

function keepOnly(isKept: (upload: Upload) => boolean) {
  for (const one of uploadList.get()) if (!isKept(one)) jobs.delete(one.id)
  uploadList.set(uploadList.get().filter(isKept))
}

/** Puts a file at its old place in the list, to be sent from its first byte. */
function requeue(id: number) {
  lost.delete(id)
  const job = jobs.get(id)
  const before = uploadList.get().find((one) => one.id === id)
  if (!job || !before) return
  job.stop = new AbortController()
  update(id, newUpload(id, before.batch, job.file))
}

function newUpload(id: number, batch: number, file: File): Upload {
  return {
    id,
    batch,
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
  if (!isOwnerHere()) return
  const list = uploadList.get()
  const free = LIBRARY.uploadsAtOnce - list.filter(is('sending')).length
  for (const { id } of list.filter(is('waiting')).slice(0, Math.max(0, free))) {
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
    if (!stop.signal.aborted) explain(id, error)
  }
  pump()
}

function markDone(id: number, { document, message, duplicateOf }: Sent, client: QueryClient) {
  const note = duplicateOf === null ? null : copy.duplicateOf(duplicateOf)
  update(id, { state: 'done', rate: null, secondsLeft: null, note })
  documentAdded(client)
  const more = duplicateOf === null ? {} : { description: message }
  toast.success(library.uploaded(document.category), { ...TOASTS.success, ...more })
  setTimeout(clearUploaded, LIBRARY.uploadShownMs)
}

/** Removes what was uploaded once nothing is under way. An entry with a note stays until it is dismissed. */
function clearUploaded() {
  if (!uploadList.isBusy()) keepOnly(({ state, note }) => state !== 'done' || note !== null)
}

function explain(id: number, error: unknown) {
  // The session ended under way: the file is sent again when its owner is back.
  if (!isOwnerHere()) {
    requeue(id)
    return
  }
  const isRefused = error instanceof ApiError
  const text = isRefused
    ? library.uploadRefused(error.serverText ?? error.message)
    : library.uploadFailed(calls.offline)
  // A retry cannot help for a file that is too large or of an unsupported type.
  const canRetry = !isRefused || ![400, 413, 415, 507].includes(error.status)
  update(id, { state: 'failed', rate: null, secondsLeft: null, note: text, canRetry })
  if (!isRefused) lost.add(id)
  toast.error(text, TOASTS.other)
}
