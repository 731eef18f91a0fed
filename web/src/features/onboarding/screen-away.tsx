// Stands in place of a screen whose code is not here yet: nothing for the moment it takes to load, and a notice while
// the server is away.
import { connection } from '@/shared/api/connection'
import { useIsAway } from '@/shared/api/use-is-away'
import { away } from '@/shared/copy/shell'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'

export function ScreenAway() {
  if (!useIsAway()) return null
  return (
    <Panel>
      <EmptyState
        level={1}
        title={away.screenTitle}
        action={
          <Button variant="primary" onClick={connection.check}>
            {away.action}
          </Button>
        }
      >
        {away.screenText}
      </EmptyState>
    </Panel>
  )
}
