// The Export button of a list screen with its dialog: the file contains the rows that match the screen's search and
// filters.
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ExportType } from '@/entities/exports/export'
import { exports as copy } from '@/shared/copy/exports'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'

// The code of the dialog is loaded when the button is first pressed.
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog')).ExportDialog }))

type ExportButtonProps = {
  type: ExportType
  /** The screen's search and filters, as query parameters of its list endpoint. */
  filters?: Readonly<Record<string, string | number | boolean>>
  disabled?: boolean
  /** A note about the file's content, if it differs from what the screen shows. */
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
