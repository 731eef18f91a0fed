// The Export button of a list screen with its dialog: the file holds what the screen's search and filters show.
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ExportType } from '@/entities/exports/export'
import { exports as copy } from '@/shared/copy/exports'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'

// Loaded when somebody exports.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }))

type ExportButtonProps = {
  type: ExportType
  /** The screen's search and filters, as query parameters of its list. */
  filters?: Readonly<Record<string, string | number | boolean>>
  disabled?: boolean
  /** Says what the file has where that is not what the screen shows. */
  note?: string
}

export function ExportButton({ type, filters = {}, disabled, note }: ExportButtonProps) {
  const [dialog, setDialog] = useState({ isOpen: false, serial: 0 })
  const queryFilters = Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, String(value)]),
  )
  return (
    <>
      <Button
        icon={<Download aria-hidden />}
        disabled={disabled}
        onClick={() => setDialog(({ serial }) => ({ isOpen: true, serial: serial + 1 }))}
        aria-label={copy.submit}
      >
        <span className="max-sm:hidden">{copy.submit}</span>
      </Button>
      {dialog.serial > 0 ? (
        <Suspense>
          <ExportDialog
            key={dialog.serial}
            open={dialog.isOpen}
            onClose={() => setDialog((now) => ({ ...now, isOpen: false }))}
            only={type}
            filters={queryFilters}
            note={note}
          />
        </Suspense>
      ) : null}
    </>
  )
}
