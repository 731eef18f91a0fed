// The security review: the score with suggestions, the sign-in history, and the security log.
import { useState } from 'react'
import { securityReview as copy } from '@/shared/copy/identity/security'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { TabPanel, Tabs } from '@/shared/ui/tabs'
import { SecurityEntries } from './security-entries'
import { SecurityOverview } from './security-overview'

type ReviewTab = 'overview' | 'history' | 'log'

export function SecurityReviewDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [tab, setTab] = useState<ReviewTab>('overview')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      onClosed={() => setTab('overview')}
      size="lg"
      title={copy.title}
      footer={<Button onClick={onClose}>{copy.close}</Button>}
    >
      <Tabs
        label={copy.tabs}
        items={[
          { value: 'overview', label: copy.overview },
          { value: 'history', label: copy.history },
          { value: 'log', label: copy.log },
        ]}
        value={tab}
        onValueChange={setTab}
        listClassName="sticky -top-1 z-1 bg-surface-solid -mx-(--pad) px-(--pad)"
      >
        {/* One height for all three, so that the dialog does not jump from tab to tab. */}
        <TabPanel value="overview" className="pt-5 min-h-[380px]">
          <SecurityOverview />
        </TabPanel>
        <TabPanel value="history" className="pt-1 min-h-[380px]">
          <SecurityEntries list="history" failed={copy.historyFailed} />
        </TabPanel>
        <TabPanel value="log" className="pt-1 min-h-[380px]">
          <SecurityEntries list="log" failed={copy.logFailed} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
