// What is found for what is being typed: asked for when the typing rests, and only the answer to the last question
// counts. What was found before stays on show until then.
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
    const say = (things: Things) => {
      if (isLast) setAnswer({ query, things })
    }
    const timer = setTimeout(
      () =>
        find(query).then(
          (groups) => say({ ...NOTHING, groups }),
          () => say({ ...NOTHING, isFailed: true }),
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
