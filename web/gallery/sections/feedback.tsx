// Feedback of the app: toasts of each kind, banners, skeletons, empty states.
import { Upload } from 'lucide-react'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/ui/empty-state'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { CountdownToast } from '@/shared/ui/toast/countdown-toast'
import { toast } from '@/shared/ui/toast/toast'

const CORNER = { position: 'bottom-right' } as const

function warnOfLock() {
  toast.custom({
    id: 'gallery-countdown',
    render: (close) => (
      <CountdownToast
        title="Your session locks in"
        deadline={Date.now() + 30_000}
        totalMs={30_000}
        announcement="Your session locks in 0:30."
        progressLabel="Time left before the session locks"
        extendLabel="Extend Session"
        dismissLabel="Dismiss"
        onExtend={close}
        onDismiss={close}
      />
    ),
  })
}

export function FeedbackSection() {
  return (
    <>
      <Panel title="Toasts" solid>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => toast.success('Beat uploaded successfully!', CORNER)}>Success</Button>
          <Button onClick={() => toast.error('Failed to load cards')}>Error</Button>
          <Button onClick={() => toast.info('Please enter your 2FA code', CORNER)}>Info</Button>
          <Button
            onClick={() =>
              toast.warning('Session timed out due to inactivity. Please log in again.', {
                id: 'timed-out',
                duration: 0,
              })
            }
          >
            Warning that stays
          </Button>
          <Button
            onClick={() =>
              toast.info('Beat deleted successfully!', {
                description: 'Midnight Drive',
                action: { label: 'Undo', onSelect: () => toast.success('It is back') },
              })
            }
          >
            With an action
          </Button>
          <Button onClick={warnOfLock}>Countdown</Button>
          <Button variant="quiet" onClick={() => toast.dismiss()}>
            Dismiss all
          </Button>
        </div>
      </Panel>
      <Banner title="You're looking at sample data." action={<Button size="sm">Clear sample data</Button>}>
        It shows what a working month looks like; what you add yourself stays.
      </Banner>
      <Banner tone="info">Two-factor authentication protects this account.</Banner>
      <Banner tone="success">Password changed.</Banner>
      <Banner tone="warning">You have two recovery codes left.</Banner>
      <Banner tone="error" title="Failed to load cards." action={<Button size="sm">Try again</Button>}>
        The server did not answer.
      </Banner>
      <div className="grid gap-(--gap) md:grid-cols-2">
        <Panel solid padded={false}>
          <EmptyState
            title="No media found"
            action={
              <Button variant="primary" icon={<Upload aria-hidden />}>
                Upload Media
              </Button>
            }
          >
            Upload your first audio or video file to get started!
          </EmptyState>
        </Panel>
        <Panel title="Skeleton, the size of the result" solid padded={false}>
          <Loading label="Loading clients...">
            {[140, 104, 126].map((width) => (
              <div key={width} className="flex items-center gap-3 h-16 px-(--pad) border-t border-line">
                <Skeleton round width={32} height={32} />
                <div className="grow grid gap-1.5">
                  <Skeleton width={width} />
                  <Skeleton width={72} height={10} />
                </div>
                <Skeleton width={72} />
              </div>
            ))}
          </Loading>
        </Panel>
      </div>
    </>
  )
}
