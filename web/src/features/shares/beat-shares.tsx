// The links that a beat is in, the newest first.
import { Link } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { NO_FILTER } from '@/entities/shares/filter'
import { shareLinksQuery } from '@/entities/shares/queries'
import { recipientOf } from '@/entities/shares/share'
import { errorMessageOf } from '@/shared/api/error'
import { PATHS } from '@/shared/config/paths'
import { beatShares as copy, shares } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { Button } from '@/shared/ui/button'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { Panel } from '@/shared/ui/panel'
import { panelLinkClass } from '@/shared/ui/text-link'
import { LinkBadge } from './link-badge'

const SHOWN = 8

type BeatSharesProps = { documentId: string; onShare: () => void; className?: string }

export function BeatShares({ documentId, onShare, className }: BeatSharesProps) {
  const list = usePagedRows(shareLinksQuery({ ...NO_FILTER, beat: documentId }))
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={
        <Link to={PATHS.shares} search={{ beat: documentId }} className={panelLinkClass}>
          {copy.all}
        </Link>
      }
      className={cx('flex flex-col', className)}
    >
      {list.error ? (
        <ListFailure
          className="mx-(--pad) mb-4"
          text={errorMessageOf(list.error, copy.failed) ?? copy.failed}
          retryLabel={shares.retry}
          onRetry={list.retry}
        />
      ) : list.isLoaded && list.rows.length === 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3 px-(--pad) pb-(--pad)">
          <p className="text-ink-2">{copy.none}</p>
          <Button size="sm" icon={<Share2 aria-hidden />} onClick={onShare}>
            {shares.share}
          </Button>
        </div>
      ) : (
        <ul aria-label={copy.title} className="border-t border-line">
          {list.rows.slice(0, SHOWN).map((link) => (
            <li
              key={link.id}
              className="flex items-center gap-3 min-h-14 px-(--pad) py-2 border-b border-line last:border-b-0"
            >
              <span className="grow min-w-0">
                <Link
                  to={PATHS.shares}
                  search={{ link: link.id }}
                  className="block truncate font-medium rounded-small hover:underline underline-offset-3"
                >
                  {link.title}
                </Link>
                <span className="num block truncate text-12 text-ink-3">
                  {`${recipientOf(link) || shares.nobody} · ${copy.plays(link.figures.plays)}`}
                </span>
              </span>
              <LinkBadge link={link} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
