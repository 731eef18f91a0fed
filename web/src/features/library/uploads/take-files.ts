// Takes chosen files in by the limits the server has said, or by the usual ones where it cannot be asked.
import type { QueryClient } from '@tanstack/react-query'
import { overviewQuery, USUAL_LIMITS } from '@/entities/documents/queries'
import { uploads } from './uploads'

export async function takeFiles(files: readonly File[], client: QueryClient) {
  const overview = await client.fetchQuery(overviewQuery).catch(() => null)
  uploads.add(files, overview?.limits ?? USUAL_LIMITS, client)
}
