// The page for an unknown address, with a link home.
import { Link, useLocation } from '@tanstack/react-router'
import { PATHS } from '@/shared/config/paths'
import { notFound } from '@/shared/copy/shell'
import { buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'

export function NotFoundPage() {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <Panel>
      <EmptyState
        level={1}
        title={notFound.title}
        action={
          <Link to={PATHS.dashboard} className={buttonClass({ variant: 'primary' })}>
            {notFound.action}
          </Link>
        }
      >
        <span className="break-words">{notFound.text(path)}</span>
      </EmptyState>
    </Panel>
  )
}
