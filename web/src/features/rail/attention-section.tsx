// The section of items that need attention, each a link to its page. The note on the double rule shows how urgent the
// item is.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rail as copy } from '@/shared/copy/figures/rail'
import { cx } from '@/shared/lib/cx'
import { placeOf } from '@/shared/lib/place-of'
import { Count } from '@/shared/ui/figures/count'
import type { AttentionRow } from './attention-rows'
import { RailSection } from './rail-section'

type AttentionSectionProps = { matters: readonly AttentionRow[]; total: number; onRetry: () => void }

export function AttentionSection({ matters, total, onRetry }: AttentionSectionProps) {
  return (
    <RailSection
      title={copy.attention}
      count={<Count value={total} />}
      hidden={total - matters.length}
      listClassName="rail-list"
    >
      {matters.map((matter) => (
        <li key={matter.key} className={cx('rail-due', `is-${matter.tone}`)}>
          <RowLink matter={matter} onRetry={onRetry}>
            <b className="block truncate font-medium">{matter.title}</b>
            <span className="num block truncate text-12 text-ink-3">{matter.detail}</span>
          </RowLink>
        </li>
      ))}
    </RailSection>
  )
}

type RowLinkProps = { matter: AttentionRow; onRetry: () => void; children: ReactNode }

function RowLink({ matter: { link }, onRetry, children }: RowLinkProps) {
  const className = 'rail-open block grow min-w-0 text-left rounded-small'
  return link === null ? (
    <button type="button" onClick={onRetry} className={className}>
      {children}
    </button>
  ) : (
    <Link {...placeOf(link)} className={className}>
      {children}
    </Link>
  )
}
