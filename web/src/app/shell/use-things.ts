// Search results for the text being typed. The request is sent after a pause, and only the answer to the last request
// counts. Earlier results stay on screen until then.
import { useEffect, useState } from 'react'
import { SEARCH } from '@/shared/config/limits'
import type { FinderGroup } from '@/shared/ui/overlays/finder'
import type { FoundItem } from './find-places'

export type FindThings = (query: string) => Promise<FinderGroup<FoundItem>[]>

interface Things {
  groups: readonly FinderGroup<FoundItem>[]
  isBusy: boolean
  isFailed: boolean
}

const NOTHING: Things = { groups: [], isBusy: false, isFailed: false }

export function useThings(typed: string, find: FindThings | undefined): Things {
  const query = typed.trim()
  const [answer, setAnswer] = useState<{ query: string; things: Things }>({ query: '', things: NOTHING })

  useEffect(() => {
    if (query === '' || find === undefined) {
      setAnswer({ query: '', things: NOTHING })
      return
    }
    let isLast = true
    const setIfLatest = (things: Things) => {
      if (isLast) setAnswer({ query, things })
    }
    const timer = setTimeout(
      () =>
        find(query).then(
          (groups) => setIfLatest({ ...NOTHING, groups }),
          () => setIfLatest({ ...NOTHING, isFailed: true }),
        ),
      SEARCH.delayMs,
    )
    return () => {
      isLast = false
      clearTimeout(timer)
    }
  }, [query, find])

  if (query === '' || find === undefined) return NOTHING
  return answer.query === query ? answer.things : { ...answer.things, isBusy: true, isFailed: false }
}
