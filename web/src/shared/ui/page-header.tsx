// A screen's title, subtitle, back button and actions.
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button'

interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  actions?: ReactNode
  onBack?: () => void
  backLabel?: string
  level?: 1 | 2
}

export function PageHeader({
  title,
  subtitle,
  actions,
  onBack,
  backLabel = 'Back',
  level = 1,
}: PageHeaderProps) {
  const Heading = `h${level}` as const
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-3 min-h-11 mb-1">
      {onBack ? (
        <IconButton label={backLabel} icon={<ArrowLeft aria-hidden />} onClick={onBack} className="-ml-2" />
      ) : null}
      <div className="min-w-0 mr-auto">
        <Heading className="text-20 tracking-tight break-words">{title}</Heading>
        {subtitle ? <p className="text-ink-2">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:grow">{actions}</div> : null}
    </header>
  )
}
