// The commands of the search that act on any screen: their dialogs and the file picker.
import { type ReactNode, Suspense, useState } from 'react'
import { useTakeFiles } from '@/entities/uploads/use-take-files'
import { MEDIA_TYPES } from '@/shared/config/limits'
import { lazy } from '@/shared/lib/lazy'
import type { Command, DialogCommand } from './shell/find-places'

const CommandHost = lazy(async () => ({ default: (await import('./hosts/command-host')).CommandHost }))

/** Returns a function that runs a command, and the dialogs that must be rendered for it. */
export function useCommands(): { run: (command: Command) => void; dialog: ReactNode } {
  const takeFiles = useTakeFiles()
  const [shown, setShown] = useState<{ command: DialogCommand; serial: number } | null>(null)
  const [isOpen, setOpen] = useState(false)

  const run = (command: Command) => {
    if (command === 'upload') return pickFiles(takeFiles)
    setShown((before) => ({ command, serial: (before?.serial ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = shown ? (
    <Suspense>
      <CommandHost key={shown.serial} command={shown.command} open={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null
  return { run, dialog }
}

function pickFiles(take: (files: readonly File[]) => void) {
  const picker = document.createElement('input')
  picker.type = 'file'
  picker.multiple = true
  picker.accept = MEDIA_TYPES.picker
  picker.onchange = () => take([...(picker.files ?? [])])
  picker.click()
}
