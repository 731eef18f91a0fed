// The fields of what a link allows: its end, downloads, password, prices, and hearts and notes.
import { DOWNLOADS } from '@/entities/shares/share'
import { shareForm as copy, downloads as downloadNames } from '@/shared/copy/shares'
import { today } from '@/shared/lib/time/calendar'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Switch } from '@/shared/ui/inputs/switch'
import { ENDINGS, type LinkInput } from './share-schema'

type LinkFieldsProps = {
  values: LinkInput
  errors: Partial<Record<keyof LinkInput, { message?: string }>>
  onChange: (change: Partial<LinkInput>) => void
  passwordPlaceholder?: string
}

export function LinkFields({ values, errors, onChange, passwordPlaceholder }: LinkFieldsProps) {
  return (
    <>
      <div className="grid sm:grid-cols-3 gap-4">
        <Field label={copy.ends}>
          <Select
            value={values.ends}
            options={ENDINGS.map((value) => ({ value, label: copy.endings[value] }))}
            onValueChange={(ends) => onChange({ ends })}
          />
        </Field>
        {values.ends === 'day' ? (
          <Field label={copy.endsOn} error={errors.endsOn?.message} required>
            <Input
              type="date"
              min={today()}
              value={values.endsOn}
              onChange={({ target }) => onChange({ endsOn: target.value })}
              className="num"
            />
          </Field>
        ) : null}
        <Field label={copy.downloads}>
          <Select
            value={values.downloads}
            options={DOWNLOADS.map((value) => ({ value, label: downloadNames[value] }))}
            onValueChange={(chosen) => onChange({ downloads: chosen })}
          />
        </Field>
        <Field label={copy.password} error={errors.password?.message}>
          <Input
            value={values.password}
            onChange={({ target }) => onChange({ password: target.value })}
            placeholder={passwordPlaceholder ?? copy.passwordNone}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      </div>
      <div className="grid sm:grid-cols-2 gap-x-6 gap-y-3">
        <Toggle
          label={copy.prices}
          checked={values.showsPrices}
          onChange={(showsPrices) => onChange({ showsPrices })}
        />
        <Toggle
          label={copy.messages}
          checked={values.takesMessages}
          onChange={(takesMessages) => onChange({ takesMessages })}
        />
      </div>
    </>
  )
}

type ToggleProps = { label: string; hint?: string; checked: boolean; onChange: (on: boolean) => void }

export function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  return (
    <div className="flex items-center justify-between gap-3 min-h-8">
      <span aria-hidden className="min-w-0">
        <span className="block font-medium">{label}</span>
        {hint ? <span className="block text-12 text-ink-3">{hint}</span> : null}
      </span>
      <Switch checked={checked} onCheckedChange={onChange} aria-label={label} />
    </div>
  )
}
