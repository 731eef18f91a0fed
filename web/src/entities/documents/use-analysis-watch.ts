// Asks after items whose analysis is under way until each is done, one by one and never many at a time, so
// that a list of thousands is not fetched again for one of them.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { LIBRARY } from '@/shared/config/limits'
import type { Document } from './document'
import { documentTold } from './library-changed'
import { documentQuery } from './queries'

export function useAnalysisWatch(rows: readonly Document[]) {
  const client = useQueryClient()
  const pending = rows
    .filter(({ analysis }) => analysis === 'pending')
    .slice(0, LIBRARY.watchedAtOnce)
    .map(({ id }) => id)
    .join(' ')

  useEffect(() => {
    if (pending === '') return
    const timer = setInterval(() => {
      if (!document.hidden) for (const id of pending.split(' ')) ask(client, id)
    }, LIBRARY.watchEveryMs)
    return () => clearInterval(timer)
  }, [client, pending])
}

async function ask(client: QueryClient, id: string) {
  try {
    const { document: told } = await client.fetchQuery({ ...documentQuery(id), staleTime: 0, retry: false })
    if (told.analysis !== 'pending') documentTold(client, told)
  } catch {
    // Gone or unreachable: the list itself says so when it is asked next.
  }
}
