// Uploads the files of the upload list, two at a time, outside React and independent of the open screen. While files
// are being sent the screen does not lock. If it is locked by hand, running transfers continue, and the rest waits
// until the same person unlocks it; signing out stops all uploads. Large files can pause, and are stored over a reload
// and the next sign-in.
import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '@/entities/documents/document'
import { documentAdded, documentUpdated } from '@/entities/documents/library-changed'
import { setTagged } from '@/entities/documents/mutations'
import { capturePoster, sendPoster } from '@/entities/documents/poster'
import type { UploadedItem } from '@/entities/documents/upload-call'
import { invalidateFiles } from '@/entities/files/queries'
import { session } from '@/entities/session/session'
import { connection } from '@/shared/api/connection'
import { ApiError } from '@/shared/api/error'
import { LIBRARY, TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { uploads as copy } from '@/shared/copy/library/uploads'
import { toast } from '@/shared/ui/toast/toast'
import type { Role } from '../files/role'
import { checkFile } from './file-check'
import { type BeatGroup, playingFile } from './groups'
import { isLarge, sendUpload } from './sending'
import { isSameFile, type StoredUpload, storedUploads, type UploadTarget } from './stored-uploads'
import { createTransferRate, secondsLeft } from './transfer-rate'
import { isUnderWay, type Upload, uploadList } from './uploads'

/** A new beat: the file that plays is uploaded first; its other files follow when the server has assigned the id. */
interface NewBeat {
  firstId: number
  documentId: string | null
}

interface Job {
  file: File
  /** null for a file of a new beat that has no id yet. */
  target: UploadTarget | null
  role: Role | null
  beat: NewBeat | null
  /** The server's URL of an unfinished upload. */
  url: string | null
  stop: AbortController
  client: QueryClient
}

let lastId = 0
let lastBatch = 0
/** The id of the user who owns the files in the upload list. */
let ownerId: string | null = null
let releaseAwake: (() => void) | null = null
const jobs = new Map<number, Job>()
/** Unfinished uploads of an earlier visit, by upload id. This page does not have their files. */
const unfinished = new Map<number, StoredUpload>()
/** The ids of uploads that failed because the server did not answer. */
const unanswered = new Set<number>()

const hasState = (state: Upload['state']) => (one: Upload) => one.state === state

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
  if (isBusy && releaseAwake === null) releaseAwake = session.activity.media()
  if (!isBusy && releaseAwake !== null) {
    releaseAwake()
    releaseAwake = null
  }
})

session.onNotice((notice) => {
  if (notice === 'signedOut' || notice === 'left') stopAll()
  if (notice !== 'entered') return
  if (isOwnerHere()) startWaiting()
  else {
    stopAll()
    listUnfinished()
  }
})

// Uploads that failed without a response are retried when the server is back.
connection.subscribe(() => {
  if (connection.isAway()) return
  for (const id of unanswered) requeue(id)
  unanswered.clear()
  startWaiting()
})

window.addEventListener('beforeunload', (event) => {
  if (uploadList.isBusy()) event.preventDefault()
})

export const queue = {
  /** Queues the files that may be uploaded, and lists the others with the reason why they are refused. */
  add(files: readonly File[], limits: Record<Category, number>, client: QueryClient) {
    startBatch()
    const added = files.map((file) => addItem(file, limits, client, files.length > 1))
    uploadList.set([...uploadList.get(), ...added.map(({ upload }) => upload)])
    startWaiting()
  },

  /** Queues new beats with all their files. The file that plays is sent first. */
  addBeats(
    beats: readonly BeatGroup<{ name: string; file: File }>[],
    limits: Record<Category, number>,
    client: QueryClient,
  ) {
    startBatch()
    const added = beats.flatMap(({ title, files }) => {
      const first = playingFile(files)
      if (first === null) return []
      const own = addItem(first.file.file, limits, client, true, { title, isTagged: first.role === 'tagged' })
      const beat = { firstId: own.upload.id, documentId: null }
      const job = jobs.get(own.upload.id)
      if (job) job.beat = beat
      const others = files
        .filter((one) => one !== first)
        .map(({ file: { file }, role }) => addJob({ file, target: null, role, beat, client }))
      const isRefused = job === undefined
      return [own.upload, ...others.map((one) => (isRefused ? withoutBeat(one, title) : one))]
    })
    uploadList.set([...uploadList.get(), ...added])
    startWaiting()
  },

  /** Queues files for an item of the library. */
  addTo(documentId: string, files: readonly { file: File; role: Role }[], client: QueryClient) {
    startBatch()
    const added = files.map(({ file, role }) =>
      addJob({ file, target: { documentId, role }, role, beat: null, client }),
    )
    uploadList.set([...uploadList.get(), ...added])
    startWaiting()
  },

  cancel(id: number) {
    const job = jobs.get(id)
    const url = job?.url ?? unfinished.get(id)?.url
    update(id, { state: 'cancelled', rate: null, secondsLeft: null, note: null, canRetry: job !== undefined })
    job?.stop.abort()
    dropStored(id)
    if (url) import('./tus-call').then(({ discard }) => discard(url)).catch(() => {})
    if (job) job.url = null
    failFollowers(id)
    startWaiting()
  },

  pause(id: number) {
    update(id, { state: 'paused', rate: null, secondsLeft: null })
    jobs.get(id)?.stop.abort()
    startWaiting()
  },

  /** Resumes a paused upload whose file this page has. */
  resume(id: number) {
    requeue(id)
    startWaiting()
  },

  /** Resumes an upload of an earlier visit. Returns false if `file` is another file. */
  resumeWith(id: number, file: File, client: QueryClient): boolean {
    const stored = unfinished.get(id)
    if (!stored || !isSameFile(stored, file)) return false
    startBatch()
    unfinished.delete(id)
    const { target, url } = stored
    const role = 'documentId' in target ? target.role : null
    jobs.set(id, { file, target, role, beat: null, url, stop: new AbortController(), client })
    update(id, { state: 'waiting', needsFile: false, note: null })
    startWaiting()
    return true
  },

  /** Resumes the unfinished uploads of an earlier visit to which these files belong. Returns the other files. */
  resumeKnown(files: readonly File[], client: QueryClient): readonly File[] {
    return files.filter((file) => {
      const found = [...unfinished].find(([, stored]) => isSameFile(stored, file))
      return !(found && queue.resumeWith(found[0], file, client))
    })
  },

  retry(id: number) {
    const beat = jobs.get(id)?.beat
    if (beat && beat.documentId === null)
      for (const [other, job] of jobs) if (job.beat === beat) requeue(other)
    requeue(id)
    startWaiting()
  },

  dismiss(id: number) {
    jobs.delete(id)
    uploadList.set(uploadList.get().filter((one) => one.id !== id))
  },

  clearFinished() {
    retainUploads((one) => isUnderWay(one) || one.state === 'paused')
  },
}

function startBatch() {
  ownerId = signedInId()
  lastBatch += 1
}

/** Lists the unfinished uploads of an earlier visit, which wait for their files. */
function listUnfinished() {
  const userId = signedInId()
  if (userId === null) return
  ownerId = userId
  lastBatch += 1
  const waiting = storedUploads.read(userId).map((stored) => {
    lastId += 1
    unfinished.set(lastId, stored)
    const { name, size, sent } = stored
    return {
      ...newUpload(lastId, { name, size }),
      sent,
      state: 'paused' as const,
      canPause: true,
      needsFile: true,
    }
  })
  if (waiting.length > 0) uploadList.set([...uploadList.get(), ...waiting])
}

type TitleAndTag = { title: string; isTagged: boolean }

/** Adds a new item of the library to the list; without a job if the file cannot be uploaded. */
function addItem(
  file: File,
  limits: Record<Category, number>,
  client: QueryClient,
  isOneOfMany: boolean,
  naming?: TitleAndTag,
) {
  const checked = checkFile(file, limits)
  if (checked.fault === undefined) {
    const { category, title } = checked
    const target = { category, title, isTagged: false, ...naming }
    return { upload: addJob({ file, target, role: null, beat: null, client }) }
  }
  const more = isOneOfMany ? { description: file.name } : {}
  toast.error(checked.fault, { ...TOASTS.other, ...more, id: `refused ${file.name}` })
  lastId += 1
  return { upload: { ...newUpload(lastId, file), state: 'failed' as const, note: checked.fault } }
}

function addJob(job: Pick<Job, 'file' | 'target' | 'role' | 'beat' | 'client'>): Upload {
  lastId += 1
  jobs.set(lastId, { ...job, url: null, stop: new AbortController() })
  storeProgress(lastId)
  return newUpload(lastId, job.file)
}

/** Stores the progress of a large upload that is not finished. */
function storeProgress(id: number, sent = 0) {
  const job = jobs.get(id)
  if (!job || job.target === null || ownerId === null || !isLarge(job.file)) return
  const { name, size, lastModified } = job.file
  storedUploads.save(ownerId, {
    name,
    size,
    lastModified,
    target: job.target,
    url: job.url,
    sent,
    at: Date.now(),
  })
}

function dropStored(id: number) {
  const stored = unfinished.get(id)
  unfinished.delete(id)
  const job = jobs.get(id)
  if (ownerId === null) return
  if (stored) storedUploads.remove(ownerId, stored)
  if (job?.target) {
    const { name, size, lastModified } = job.file
    storedUploads.remove(ownerId, { name, size, lastModified, target: job.target })
  }
}

function stopAll() {
  const stopped = [...jobs.values()]
  unfinished.clear()
  ownerId = null
  retainUploads(() => false)
  for (const { stop } of stopped) stop.abort()
}

function retainUploads(isKept: (upload: Upload) => boolean) {
  for (const one of uploadList.get()) if (!isKept(one)) jobs.delete(one.id)
  uploadList.set(uploadList.get().filter(isKept))
}

/** Queues an upload again at its place in the list: a large file resumes, any other starts from its first byte. */
function requeue(id: number) {
  unanswered.delete(id)
  const job = jobs.get(id)
  const before = uploadList.get().find((one) => one.id === id)
  if (!job || !before || before.state === 'done' || before.state === 'sending') return
  job.stop = new AbortController()
  storeProgress(id, before.sent)
  const sent = job.url === null ? 0 : before.sent
  update(id, { ...newUpload(id, job.file), batch: before.batch, sent })
}

function newUpload(id: number, file: Pick<File, 'name' | 'size'>): Upload {
  return {
    id,
    batch: lastBatch,
    name: file.name,
    size: file.size,
    state: 'waiting',
    sent: 0,
    rate: null,
    secondsLeft: null,
    note: null,
    canRetry: false,
    canPause: isLarge(file),
    needsFile: false,
  }
}

function startWaiting() {
  if (!isOwnerHere()) return
  const list = uploadList.get()
  const free = LIBRARY.uploadsAtOnce - list.filter(hasState('sending')).length
  const ready = list.filter(hasState('waiting')).filter(({ id }) => jobs.get(id)?.target)
  for (const { id } of ready.slice(0, Math.max(0, free))) {
    const job = jobs.get(id)
    if (job?.target) sendJob(id, job, job.target)
  }
}

async function sendJob(id: number, job: Job, target: UploadTarget) {
  const { file, stop, client } = job
  update(id, { state: 'sending' })
  const category = 'category' in target ? target.category : null
  if (category !== null) toast.info(copy.uploadStarted(category), TOASTS.uploadStarted)
  const pace = createTransferRate()
  const onProgress = (sent: number) => {
    const rate = pace.note(sent, performance.now())
    update(id, { sent, rate, secondsLeft: secondsLeft(file.size - sent, rate) })
    storeProgressThrottled(id, sent)
  }
  const onUrl = (url: string) => {
    job.url = url
    storeProgress(id)
  }
  const poster = category === 'video' ? capturePoster(file) : null
  try {
    const sent = await sendUpload({ file, target, url: job.url, onUrl, onProgress, signal: stop.signal })
    dropStored(id)
    if (sent === null) markAdded(id, target, client)
    else await markDone(id, sent, job, poster)
  } catch (error) {
    if (!stop.signal.aborted) handleFailure(id, error)
  }
  startWaiting()
}

const storedAt = new Map<number, number>()

/** Stores the progress of a large upload at most once a second. */
function storeProgressThrottled(id: number, sent: number) {
  const now = Date.now()
  if (now - (storedAt.get(id) ?? 0) < 1_000) return
  storedAt.set(id, now)
  storeProgress(id, sent)
}

async function markDone(id: number, sent: UploadedItem, job: Job, poster: Promise<Blob | null> | null) {
  const { document, message, duplicateOf } = sent
  const { client, target, beat } = job
  const note = duplicateOf === null ? null : copy.duplicateOf(duplicateOf)
  finishUpload(id, note)
  documentAdded(client)
  const more = duplicateOf === null ? {} : { description: message }
  toast.success(copy.uploaded(document.category), { ...TOASTS.success, ...more })
  if (beat) releaseFollowers(beat, document.id)
  // The item itself was uploaded; a failed poster image or mark does not fail the upload.
  const picture = await poster
  if (picture) documentUpdated(client, await sendPoster(document.id, picture).catch(() => document))
  if (target && 'isTagged' in target && target.isTagged)
    await setTagged(client, document.id, true).catch(() => {})
}

function markAdded(id: number, target: UploadTarget, client: QueryClient) {
  finishUpload(id, null)
  if ('documentId' in target) invalidateFiles(client, target.documentId)
}

function finishUpload(id: number, note: string | null) {
  update(id, { state: 'done', rate: null, secondsLeft: null, note })
  setTimeout(clearUploaded, LIBRARY.uploadShownMs)
}

/** Queues the other files of a new beat once the server has assigned its id. */
function releaseFollowers(beat: NewBeat, documentId: string) {
  beat.documentId = documentId
  for (const [id, job] of jobs) {
    if (job.beat !== beat || job.target !== null || job.role === null) continue
    job.target = { documentId, role: job.role }
    storeProgress(id)
  }
}

/** Fails the other files of a new beat, which cannot be uploaded without it. */
function failFollowers(id: number) {
  const beat = jobs.get(id)?.beat
  if (!beat || beat.firstId !== id || beat.documentId !== null) return
  const name = jobs.get(id)?.file.name ?? ''
  for (const [other, job] of jobs)
    if (job.beat === beat && other !== id)
      update(other, { state: 'failed', note: copy.noBeat(name), canRetry: true })
}

function withoutBeat(upload: Upload, name: string): Upload {
  jobs.delete(upload.id)
  return { ...upload, state: 'failed', note: copy.noBeat(name), canRetry: false }
}

/** Removes finished uploads from the list once none is running. An entry with a note stays until it is dismissed. */
function clearUploaded() {
  if (!uploadList.isBusy()) retainUploads(({ state, note }) => state !== 'done' || note !== null)
}

function handleFailure(id: number, error: unknown) {
  // The session ended during the upload: it is retried when its owner signs in again.
  if (!isOwnerHere()) {
    update(id, { state: 'waiting' })
    requeue(id)
    return
  }
  const isRefused = error instanceof ApiError
  const text = isRefused
    ? copy.uploadRefused(error.serverText ?? error.message)
    : copy.uploadFailed(calls.offline)
  // A retry cannot help for a file that is too large or of an unsupported type.
  const canRetry = !isRefused || ![400, 413, 415, 507].includes(error.status)
  update(id, { state: 'failed', rate: null, secondsLeft: null, note: text, canRetry })
  if (isRefused && !canRetry) dropStored(id)
  if (!isRefused) unanswered.add(id)
  failFollowers(id)
  toast.error(text, TOASTS.other)
}

listUnfinished()
