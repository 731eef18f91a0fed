// The dialog that exports rows as a file: choice of type and format, progress, then the download. Closing it aborts the
// export.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  EXPORT_FORMATS,
  EXPORT_TYPES,
  ExportFailed,
  type ExportFormat,
  type ExportStage,
  type ExportType,
} from '@/entities/exports/export'
import { useExport } from '@/entities/exports/mutations'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { exports as copy } from '@/shared/copy/exports'
import { saveFile } from '@/shared/lib/save-file'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Select } from '@/shared/ui/inputs/select'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { ProgressBar } from '@/shared/ui/progress-bar'
import { toast } from '@/shared/ui/toast/toast'
import { FormatChoice } from './format-choice'

type ExportDialogProps = {
  open: boolean
  onClose: () => void
  /** The type of rows that the screen exports; if left out, the person chooses. */
  only?: ExportType
  /** The screen's search and filters, as query parameters of its list endpoint. */
  filters?: Readonly<Record<string, string>>
  /** A note about the file's content, if it differs from what the screen shows. */
  note?: string
}

const TYPE_OPTIONS = EXPORT_TYPES.map((type) => ({ value: type, label: copy.types[type] }))

export function ExportDialog({ open, onClose, only, filters, note }: ExportDialogProps) {
  const [type, setType] = useState<ExportType>(only ?? 'all')
  const [wholeNumbers, setWholeNumbers] = useState(false)
  const [format, setFormat] = useState<ExportFormat>(EXPORT_FORMATS[0])
  const [stage, setStage] = useState<ExportStage | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const work = useRef<AbortController | null>(null)
  const { mutateAsync } = useExport()
  const hasNumbers = type === 'all' || type === 'beneficiaries'
  const isFiltered = filters !== undefined && Object.keys(filters).length > 0

  useEffect(() => () => work.current?.abort(), [])

  const close = () => {
    work.current?.abort()
    onClose()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (stage !== null) return
    work.current = new AbortController()
    const { signal } = work.current
    setFailure(null)
    try {
      const { name, content } = await mutateAsync({
        wish: {
          type,
          format,
          filters: hasNumbers && wholeNumbers ? { ...filters, account_numbers: 'whole' } : filters,
        },
        signal,
        onStage: setStage,
      })
      if (signal.aborted) return
      saveFile({ name, content })
      toast.success(copy.done, { ...TOASTS.success, description: name })
      onClose()
    } catch (error) {
      if (!signal.aborted) setFailure(textOf(error))
    } finally {
      setStage(null)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={only ? `${copy.submit} ${copy.types[only].toLowerCase()}` : copy.title}
      description={note ?? (isFiltered ? copy.introFiltered : copy.intro)}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>{copy.cancel}</Button>
          <Button type="submit" variant="primary" pending={stage !== null} pendingLabel={copy.working}>
            {copy.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure ? <Banner tone="error">{failure}</Banner> : null}
        {only ? null : (
          <Field label={copy.type}>
            <Select value={type} options={TYPE_OPTIONS} onValueChange={setType} disabled={stage !== null} />
          </Field>
        )}
        <FormatChoice value={format} onChange={setFormat} disabled={stage !== null} />
        {hasNumbers ? (
          <Checkbox
            label={copy.wholeNumbers}
            checked={wholeNumbers}
            onCheckedChange={setWholeNumbers}
            disabled={stage !== null}
          />
        ) : null}
        {stage ? (
          <div>
            <p role="status" className="mb-2 text-12 text-ink-2">
              {copy.stages[stage]}
            </p>
            <ProgressBar label={copy.progress} />
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function textOf(error: unknown): string {
  if (error instanceof ExportFailed) return error.message || copy.failed
  return errorMessageOf(error, copy.failed) ?? calls.offline
}
