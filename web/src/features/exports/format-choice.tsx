// The choice of the export's file format.
import { useId } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '@/entities/exports/export'
import { exports as copy } from '@/shared/copy/exports'

type FormatChoiceProps = {
  value: ExportFormat
  onChange: (format: ExportFormat) => void
  disabled: boolean
}

export function FormatChoice({ value, onChange, disabled }: FormatChoiceProps) {
  const name = useId()
  return (
    <fieldset disabled={disabled} className="disabled:opacity-50">
      <legend className="mb-1.5 font-medium">{copy.format}</legend>
      <div className="grid grid-cols-2 gap-2">
        {EXPORT_FORMATS.map((format) => (
          <label
            key={format}
            className="block px-3 py-2 border border-line-strong rounded-control cursor-pointer hover:bg-surface-2 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              value={format}
              checked={format === value}
              onChange={() => onChange(format)}
              className="sr-only"
            />
            <span className="block font-medium">{copy.formats[format].name}</span>
            <span className="block text-12 text-ink-3">{copy.formats[format].help}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
