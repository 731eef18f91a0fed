// A message for the whole screen that is shown until its cause is resolved.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

type BannerTone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

const LOOKS: Record<BannerTone, { className: string; Icon: typeof Info }> = {
  neutral: { className: 'bg-surface border-edge text-ink-2 [&>.lucide]:text-ink-3 glass', Icon: Info },
  info: { className: 'bg-info-soft border-transparent text-info', Icon: Info },
  success: { className: 'bg-pos-soft border-transparent text-pos', Icon: CircleCheck },
  warning: { className: 'bg-warn-soft border-transparent text-warn', Icon: TriangleAlert },
  error: { className: 'bg-neg-soft border-transparent text-neg', Icon: CircleAlert },
}

interface BannerProps {
  children: ReactNode
  tone?: BannerTone
  title?: ReactNode
  /** A button at the end; at most one. */
  action?: ReactNode
  /** A short text: the button stays beside it on a phone. */
  brief?: boolean
  className?: string
}

export function Banner({ children, tone = 'neutral', title, action, brief = false, className }: BannerProps) {
  const { className: look, Icon } = LOOKS[tone]
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx(
        'flex items-center gap-3 min-h-10 py-1.5 pl-3.5 pr-1.5 border rounded-control max-sm:flex-wrap',
        !brief && 'max-sm:items-start max-sm:py-3 max-sm:pr-3.5',
        look,
        className,
      )}
    >
      <Icon aria-hidden />
      <div className={cx('grow min-w-0 py-1', brief ? 'basis-auto sm:basis-0' : 'basis-0 max-sm:py-0')}>
        {title ? <b className={cx('font-medium', tone === 'neutral' && 'text-ink')}>{title} </b> : null}
        {children}
      </div>
      {action ? <div className={cx(!brief && 'max-sm:pl-8 max-sm:w-full')}>{action}</div> : null}
    </div>
  )
}
