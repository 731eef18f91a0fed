// Shown in place of a screen whose code has not loaded yet: empty while it loads, with a notice while the server cannot
// be reached.
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
