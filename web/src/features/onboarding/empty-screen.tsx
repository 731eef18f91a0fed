// A screen whose account holds nothing to show yet: its title, why it is empty, one thing to do.
import { Link } from '@tanstack/react-router'
import { buttonClass } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { PageHeader } from '@/shared/ui/page-header'
import { Panel } from '@/shared/ui/panel'

type EmptyScreenProps = {
  title: string
  empty: { title: string; text: string; action: string }
  to: string
  hash?: string
  onBack?: () => void
}

export function EmptyScreen({ title, empty, to, hash, onBack }: EmptyScreenProps) {
  return (
    <>
      <PageHeader title={title} onBack={onBack} />
      <Panel>
        <EmptyState
          title={empty.title}
          action={
            <Link to={to} hash={hash} className={buttonClass({ variant: 'primary' })}>
              {empty.action}
            </Link>
          }
        >
          {empty.text}
        </EmptyState>
      </Panel>
    </>
  )
}
