// The security review: the score with suggestions, the sign-in history, and the security log.
import { useState } from 'react'
import { securityReview as copy } from '@/shared/copy/identity/security'
import { Button } from '@/shared/ui/button'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { TabPanel, Tabs } from '@/shared/ui/tabs'
import type { Advice } from './advice'
import { SecurityEntries } from './security-entries'
import { SecurityOverview } from './security-overview'

type ReviewTab = 'overview' | 'history' | 'log'

type SecurityReviewDialogProps = {
  open: boolean
  onClose: () => void
  /** Applies the advice of a line, or opens the dialog that applies it. */
  onFollow: (advice: Advice) => void
}

/** One height for all three tabs, so that the dialog does not jump from tab to tab. Longer lists scroll inside. */
const panelClass = 'h-[min(440px,calc(100dvh-236px))] overflow-y-auto -mx-(--pad) px-(--pad)'

export function SecurityReviewDialog({ open, onClose, onFollow }: SecurityReviewDialogProps) {
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
        listClassName="-mx-(--pad) px-(--pad)"
      >
        <TabPanel value="overview" className={`pt-5 ${panelClass}`}>
          <SecurityOverview onFollow={onFollow} />
        </TabPanel>
        <TabPanel value="history" className={`pt-1 ${panelClass}`}>
          <SecurityEntries list="history" failed={copy.historyFailed} />
        </TabPanel>
        <TabPanel value="log" className={`pt-1 ${panelClass}`}>
          <SecurityEntries list="log" failed={copy.logFailed} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
