// The panel with the number of beats on the public page, and a link to choose them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { publicCountQuery } from '@/entities/shop/shop'
import { PATHS } from '@/shared/config/paths'
import { shop as copy } from '@/shared/copy/shop/shop'
import { buttonClass } from '@/shared/ui/button'
import { Panel } from '@/shared/ui/panel'
import { textLinkClass } from '@/shared/ui/text-link'

export function BeatsPanel() {
  const { data: count } = useQuery(publicCountQuery)
  return (
    <Panel solid title={copy.beats}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="num grow basis-52 text-ink-2">
          {count === 0 ? copy.noBeats : null}
          {count ? (
            <Link to={PATHS.library} search={{ public: 'yes' }} className={textLinkClass}>
              {copy.beatCount(count)}
            </Link>
          ) : null}
        </p>
        <Link to={PATHS.library} className={buttonClass()}>
          {copy.toLibrary}
        </Link>
      </div>
    </Panel>
  )
}
