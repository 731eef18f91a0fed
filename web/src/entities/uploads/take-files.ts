// Queues chosen files, with the server's size limits, or the defaults if the server does not answer. Files that may
// belong together are asked about first.
import type { QueryClient } from '@tanstack/react-query'
import { overviewQuery, USUAL_LIMITS } from '@/entities/documents/queries'
import { type ChosenFile, fileQuestion, getDropTarget } from './file-question'
import { groupFiles, isJunk, needsQuestion } from './groups'
import { queue } from './queue'

export async function takeFiles(taken: readonly ChosenFile[], client: QueryClient, isDropped: boolean) {
  const into = isDropped ? getDropTarget() : null
  const files = taken.filter(({ file, folder }) => folder === '' || !isJunk(file.name))
  if (files.length === 0) return
  // A file of which a part was sent goes on by itself.
  const rest = queue.resumeKnown(
    files.map(({ file }) => file),
    client,
  )
  const others = files.filter(({ file }) => rest.includes(file))
  if (others.length === 0) return
  if (into !== null) return fileQuestion.ask(others, into)
  const named = others.map(({ file, folder }) => ({ name: file.name, folder }))
  if (needsQuestion(named, groupFiles(named))) return fileQuestion.ask(others, null)
  queue.add(
    others.map(({ file }) => file),
    await limitsOf(client),
    client,
  )
}

/** The largest size of a new item, by its kind. */
export async function limitsOf(client: QueryClient) {
  const overview = await client
    .fetchQuery({ ...overviewQuery, retry: false, networkMode: 'always' })
    .catch(() => null)
  return overview?.limits ?? USUAL_LIMITS
}
