// Search results from the account's data, as the search box shows them. Loaded with the first search.
import type { QueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, FileText, type LucideIcon, Music, ReceiptText, Users } from 'lucide-react'
import { type Hit, type HitKind, searchQuery } from '@/entities/search/queries'
import { PATHS } from '@/shared/config/paths'
import { search as copy } from '@/shared/copy/figures/search'
import { matchedParts } from '@/shared/lib/folded'
import { formatAmount } from '@/shared/lib/money/money'
import { dayText } from '@/shared/lib/time/calendar'
import type { FinderGroup } from '@/shared/ui/overlays/finder'
import type { SearchResult } from './find-places'

const ICONS: Record<HitKind, LucideIcon> = {
  beat: Music,
  client: Users,
  sale: ReceiptText,
  license: FileText,
  transaction: ArrowLeftRight,
}

export async function searchAccount(
  client: QueryClient,
  query: string,
): Promise<FinderGroup<SearchResult>[]> {
  const groups = await client.fetchQuery(searchQuery(query))
  return groups.map(({ kind, hits }) => ({
    id: kind,
    label: copy.kinds[kind],
    items: hits.map((hit) => itemOf(hit, kind, query)),
  }))
}

function itemOf(
  { id, title, subtitle, amount, currency, link }: Hit,
  kind: HitKind,
  query: string,
): SearchResult {
  const Icon = ICONS[kind]
  return {
    id: `${kind}-${id}`,
    icon: <Icon aria-hidden />,
    label: <HighlightedText text={title} query={query} />,
    detail: <HighlightedText text={readableSubtitle(subtitle)} query={query} />,
    note: amount === undefined ? undefined : <span className="num">{formatAmount(amount, currency)}</span>,
    action: { kind: 'follow', href: kind === 'beat' ? `${PATHS.library}/${id}` : link },
  }
}

/**
 * Formats the days in a subtitle as the screens do, and writes transaction statuses with a capital letter like those of
 * sales.
 */
function readableSubtitle(subtitle: string): string {
  return subtitle
    .replace(/\d{4}-\d{2}-\d{2}/g, dayText)
    .replace(
      /(?<=^|· )(completed|pending|failed|expired|superseded|terminated|refunded)(?= ·|$)/g,
      (word) => word[0]?.toUpperCase() + word.slice(1),
    )
}

function HighlightedText({ text, query }: { text: string; query: string }) {
  let at = 0
  return matchedParts(text, query).map((part) => {
    at += part.text.length
    return part.isMatch ? (
      <mark key={at} className="bg-transparent text-inherit font-semibold">
        {part.text}
      </mark>
    ) : (
      <span key={at}>{part.text}</span>
    )
  })
}
