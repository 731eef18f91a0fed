// Queues chosen files, checked against the server's size limits, or the defaults if the server does not answer. For
// files that may belong together the grouping dialog opens first.
import type { QueryClient } from '@tanstack/react-query'
import { overviewQuery, USUAL_LIMITS } from '@/entities/documents/queries'
import { type ChosenFile, fileQuestion, getDropTarget } from './file-question'
import { groupFiles, isJunk, needsQuestion } from './groups'
import { queue } from './queue'

export async function takeFiles(taken: readonly ChosenFile[], client: QueryClient, isDropped: boolean) {
  const into = isDropped ? getDropTarget() : null
  const files = taken.filter(({ file, folder }) => folder === '' || !isJunk(file.name))
  if (files.length === 0) return
  // Files of unfinished uploads are resumed without a question.
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

/** Returns the largest upload of each category, in bytes. */
export async function limitsOf(client: QueryClient) {
  const overview = await client
    .fetchQuery({ ...overviewQuery, retry: false, networkMode: 'always' })
    .catch(() => null)
  return overview?.limits ?? USUAL_LIMITS
}
