// Queues chosen files, with the server's size limits, or the defaults if the server does not answer.
import type { QueryClient } from '@tanstack/react-query'
import { overviewQuery, USUAL_LIMITS } from '@/entities/documents/queries'
import { queue } from './queue'

export async function takeFiles(files: readonly File[], client: QueryClient) {
  const overview = await client
    .fetchQuery({ ...overviewQuery, retry: false, networkMode: 'always' })
    .catch(() => null)
  queue.add(files, overview?.limits ?? USUAL_LIMITS, client)
}
