// Shown in place of a screen that failed to load or to render, with a button to try again. The frame stays.
import { crash } from '@/shared/copy/shell'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'

export function CrashNotice({ reset }: { reset: () => void }) {
  return (
    <Panel>
      <EmptyState
        level={1}
        title={crash.title}
        action={
          <Button variant="primary" onClick={reset}>
            {crash.action}
          </Button>
        }
      >
        {crash.text}
      </EmptyState>
    </Panel>
  )
}
