// The badge of a share link's state; for a link that ends soon it shows when.
import { Ban } from 'lucide-react'
import { displayStateOf, type ShareLink } from '@/entities/shares/share'
import { shares as copy } from '@/shared/copy/shares'
import { shortDayText } from '@/shared/lib/time/calendar'
import { Badge } from '@/shared/ui/badge'

export function LinkBadge({ link }: { link: Pick<ShareLink, 'state' | 'expires_on'> }) {
  const state = displayStateOf(link)
  if (state === 'ending') return <Badge tone="warn">{copy.ends(shortDayText(link.expires_on ?? ''))}</Badge>
  return (
    <Badge
      tone={state === 'live' ? 'pos' : 'neutral'}
      icon={state === 'stopped' ? <Ban aria-hidden /> : undefined}
    >
      {copy.states[state]}
    </Badge>
  )
}
