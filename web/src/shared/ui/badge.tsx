// A status badge with an icon, so that color is not the only sign.
import { Check, Clock, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

export type BadgeTone = 'neutral' | 'pos' | 'warn' | 'neg' | 'info' | 'outline' | 'accent'

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-surface-3 text-ink-2',
  pos: 'bg-pos-soft text-pos',
  warn: 'bg-warn-soft text-warn',
  neg: 'bg-neg-soft text-neg',
  info: 'bg-info-soft text-info',
  outline: 'border border-line-strong text-ink-2',
  accent: 'bg-accent text-on-accent',
}

const ICONS: Partial<Record<BadgeTone, typeof Check>> = {
  pos: Check,
  warn: Clock,
  neg: X,
  info: Info,
  accent: Check,
}

interface BadgeProps {
  children: ReactNode
  tone?: BadgeTone
  /** Replaces the tone's own icon; null leaves it out. */
  icon?: ReactNode
}

export function Badge({ children, tone = 'neutral', icon }: BadgeProps) {
  const Own = ICONS[tone]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 h-[22px] px-2 rounded-pill text-12 font-medium whitespace-nowrap [&>.lucide]:size-3 [&>.lucide]:stroke-2',
        TONES[tone],
      )}
    >
      {icon === undefined ? Own ? <Own aria-hidden /> : null : icon}
      {children}
    </span>
  )
}
