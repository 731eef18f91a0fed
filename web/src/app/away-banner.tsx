// A slim banner that stays in view while the server cannot be reached. The data on screen stays as it was.
import { connection } from '@/shared/api/connection'
import { useIsAway } from '@/shared/api/use-is-away'
import { away } from '@/shared/copy/shell'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'

export function AwayBanner() {
  if (!useIsAway()) return null
  return (
    <div className="sticky top-[calc(var(--topbar)+8px)] z-20 rounded-control bg-surface-solid shadow-2">
      <Banner
        tone="warning"
        brief
        action={
          <Button size="sm" onClick={connection.check}>
            {away.action}
          </Button>
        }
      >
        {away.banner}
      </Banner>
    </div>
  )
}
