// Search results for the text being typed. The request is sent after a pause, and only the answer to the last request
// counts. Earlier results stay on screen until then.
import { useEffect, useState } from 'react'
import { SEARCH } from '@/shared/config/limits'
import type { FinderGroup } from '@/shared/ui/overlays/finder'
import type { SearchResult } from './find-places'

export type SearchAccount = (query: string) => Promise<FinderGroup<SearchResult>[]>

interface SearchResults {
  groups: readonly FinderGroup<SearchResult>[]
  isBusy: boolean
  isFailed: boolean
}

const NO_RESULTS: SearchResults = { groups: [], isBusy: false, isFailed: false }

export function useAccountSearch(typed: string, find: SearchAccount | undefined): SearchResults {
  const query = typed.trim()
  const [answer, setAnswer] = useState<{ query: string; results: SearchResults }>({
    query: '',
    results: NO_RESULTS,
  })

  useEffect(() => {
    if (query === '' || find === undefined) {
      setAnswer({ query: '', results: NO_RESULTS })
      return
    }
    let isLast = true
    const setIfLatest = (results: SearchResults) => {
      if (isLast) setAnswer({ query, results })
    }
    const timer = setTimeout(
      () =>
        find(query).then(
          (groups) => setIfLatest({ ...NO_RESULTS, groups }),
          () => setIfLatest({ ...NO_RESULTS, isFailed: true }),
        ),
      SEARCH.delayMs,
    )
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [query, find])

  if (query === '' || find === undefined) return NO_RESULTS
  return answer.query === query ? answer.results : { ...answer.results, isBusy: true, isFailed: false }
}
