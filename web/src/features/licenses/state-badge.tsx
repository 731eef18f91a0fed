// The badge of a license's state.
import { ArrowUp, Ban, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type DisplayState, displayStateOf, type License } from '@/entities/licenses/license'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { Badge, type BadgeTone } from '@/shared/ui/badge'

const TONES: Record<DisplayState, BadgeTone> = {
  active: 'pos',
  expiring: 'warn',
  expired: 'neutral',
  superseded: 'neutral',
  terminated: 'neutral',
  refunded: 'neutral',
}

const ICONS: Partial<Record<DisplayState, ReactNode>> = {
  superseded: <ArrowUp aria-hidden />,
  terminated: <Ban aria-hidden />,
  refunded: <Undo2 aria-hidden />,
}

export function StateBadge({ license }: { license: Pick<License, 'state' | 'expires_on'> }) {
  const state = displayStateOf(license)
  return (
    <Badge tone={TONES[state]} icon={ICONS[state]}>
      {copy.states[state]}
    </Badge>
  )
}
