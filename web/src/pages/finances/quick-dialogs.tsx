// The dialogs behind the quick actions. Each is fetched when it is first asked for.
import { lazy, Suspense } from 'react'
import type { GoalsTab } from '@/features/goals/goals-dialog'
import type { QuickDialog } from './quick-actions'

const GoalsDialog = lazy(async () => ({
  default: (await import('@/features/goals/goals-dialog')).GoalsDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('@/features/exports/export-dialog')).ExportDialog,
}))
const HelpDialog = lazy(async () => ({ default: (await import('@/features/help/help-dialog')).HelpDialog }))

/** Each opening has its own number, so that a form starts afresh. */
export type OpenQuickDialog = { dialog: QuickDialog; tab?: GoalsTab; isOpen: boolean; serial: number }

type QuickDialogsProps = { quick: OpenQuickDialog | null; onClose: () => void }

export function QuickDialogs({ quick, onClose }: QuickDialogsProps) {
  if (quick === null) return null
  const { dialog, tab, isOpen, serial } = quick
  return (
    <Suspense fallback={null}>
      {dialog === 'goals' ? <GoalsDialog key={serial} open={isOpen} onClose={onClose} startAt={tab} /> : null}
      {dialog === 'export' ? <ExportDialog key={serial} open={isOpen} onClose={onClose} /> : null}
      {dialog === 'help' ? <HelpDialog key={serial} open={isOpen} onClose={onClose} /> : null}
    </Suspense>
  )
}
