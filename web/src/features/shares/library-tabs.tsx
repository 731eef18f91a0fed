// The tabs of the library: the beats, and the links by which they are shared. Each has its own address.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { liveLinksQuery } from '@/entities/shares/queries'
import { PATHS } from '@/shared/config/paths'
import { libraryTabs as copy } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { Count } from '@/shared/ui/figures/count'

type LibraryTabsProps = { current: keyof typeof copy.names }

const PLACES = { beats: PATHS.library, shares: PATHS.shares } as const

export function LibraryTabs({ current }: LibraryTabsProps) {
  const { data: live = 0 } = useQuery(liveLinksQuery)
  return (
    <nav aria-label={copy.label} className="flex gap-6 border-b border-line">
      {(['beats', 'shares'] as const).map((tab) => (
        <Link
          key={tab}
          to={PLACES[tab]}
          aria-current={tab === current ? 'page' : undefined}
          className={cx(
            'inline-flex items-center gap-2 h-10 font-medium border-b-2 -mb-px focus-visible:-outline-offset-2',
            tab === current ? 'text-ink border-accent' : 'text-ink-2 border-transparent hover:text-ink',
          )}
        >
          {copy.names[tab]}
          {tab === 'shares' && live > 0 ? (
            <>
              <span aria-hidden className="inline-flex">
                <Count value={live} />
              </span>
              <span className="sr-only">{copy.live(live)}</span>
            </>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
