// The dialogs behind the quick actions. Each is loaded when it is first opened.
import { Suspense } from 'react'
import type { GoalsTab } from '@/features/goals/goals-dialog'
import { lazy } from '@/shared/lib/lazy'
import type { QuickDialog } from './quick-actions'

const GoalsDialog = lazy(async () => ({
  default: (await import('@/features/goals/goals-dialog')).GoalsDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('@/features/exports/export-dialog')).ExportDialog,
}))
const HelpDialog = lazy(async () => ({ default: (await import('@/features/help/help-dialog')).HelpDialog }))

/** A number that changes with each opening; used as React key, so that the form starts empty. */
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
