// The dialog that adds or changes a way to pay. The server's message about a field is shown at that field.
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { kindsQuery } from '@/entities/licenses/kinds'
import { useSaveWays, WAY_TYPES, type Way } from '@/entities/offers/ways'
import { waysForm as copy } from '@/shared/copy/offers'
import { useEntry } from '@/shared/forms/use-entry'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { Select } from '@/shared/ui/inputs/select'
import { Textarea } from '@/shared/ui/inputs/textarea'
import { EntryDialog } from '@/shared/ui/overlays/entry-dialog'
import { fieldOfServer, newWay, valuesOf, type WayInput, wayOf, waySchema, withType } from './way-schema'

const ANY = 'any'
const MOST_ROWS = 10

type WayDialogProps = {
  open: boolean
  onClose: () => void
  ways: readonly Way[]
  /** The way to pay to change; if left out, a new one is added. */
  way?: Way
}

export function WayDialog({ open, onClose, ways, way }: WayDialogProps) {
  const { mutateAsync: save } = useSaveWays()
  const { data: kinds = [] } = useQuery(kindsQuery)
  const at = way ? ways.indexOf(way) : ways.length
  const { form, field, errors, failure, isPending, submit } = useEntry({
    schema: waySchema,
    values: way ? valuesOf(way) : newWay(),
    add: {
      bodyOf: (values: WayInput) => wayOf(values, way ?? { id: '', enabled: true }),
      send: (changed: Way) =>
        save(way ? ways.map((one) => (one === way ? changed : one)) : [...ways, changed]),
      done: copy.saved,
    },
    failed: copy.failed,
    fieldOf: (name) => fieldOfServer(name, at),
    onDone: onClose,
  })
  const values = useWatch({ control: form.control }) as WayInput
  const { type, rows } = values
  const setRows = (next: WayInput['rows']) => {
    form.setValue('rows', next)
    form.clearErrors('rows')
  }
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      onSubmit={submit}
      isPending={isPending}
      failure={failure}
      title={way ? copy.dialogEdit : copy.dialogAdd}
      labels={{ cancel: copy.cancel, submit: copy.save, pending: copy.saving }}
    >
      <Field label={copy.typeLabel} error={errors.type?.message}>
        <Select
          value={type}
          options={WAY_TYPES.map((value) => ({ value, label: copy.types[value] }))}
          onValueChange={(next) => {
            const { label } = withType(values, next)
            form.setValue('type', next)
            form.setValue('label', label)
            form.clearErrors()
          }}
        />
      </Field>
      <Field label={copy.label} error={errors.label?.message} required>
        <Input {...field('label')} maxLength={60} autoComplete="off" />
      </Field>
      {type === 'bank' ? (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-medium">{copy.rows}</legend>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <div key={index} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_36px] gap-2">
              <Input
                aria-label={copy.rowLabel(index + 1)}
                value={row.label}
                placeholder={copy.rowLabelPlaceholder}
                maxLength={60}
                onChange={({ target }) =>
                  setRows(rows.map((one, n) => (n === index ? { ...one, label: target.value } : one)))
                }
              />
              <Input
                aria-label={copy.rowValue(index + 1)}
                value={row.value}
                placeholder={index === 0 ? undefined : ''}
                maxLength={120}
                className="num"
                autoComplete="off"
                onChange={({ target }) =>
                  setRows(rows.map((one, n) => (n === index ? { ...one, value: target.value } : one)))
                }
              />
              {rows.length > 1 ? (
                <IconButton
                  label={copy.removeRow(index + 1)}
                  tooltip={false}
                  icon={<X aria-hidden className="size-[18px]" />}
                  onClick={() => setRows(rows.filter((_, n) => n !== index))}
                />
              ) : null}
            </div>
          ))}
          {errors.rows?.message ? (
            <p role="alert" className="text-12 text-neg">
              {errors.rows.message}
            </p>
          ) : null}
          {rows.length < MOST_ROWS ? (
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              className="justify-self-start"
              onClick={() => setRows([...rows, { label: '', value: '' }])}
            >
              {copy.addRow}
            </Button>
          ) : null}
        </fieldset>
      ) : null}
      {type === 'paypal' || type === 'link' ? (
        <Field label={type === 'paypal' ? copy.paypal : copy.link} error={errors.address?.message} required>
          <Input
            {...field('address')}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder={type === 'paypal' ? copy.paypalPlaceholder : copy.linkPlaceholder}
          />
        </Field>
      ) : null}
      {type === 'link' ? (
        <Field label={copy.kind} error={errors.kind_id?.message}>
          <Select
            value={values.kind_id || ANY}
            options={[
              { value: ANY, label: copy.anyKind },
              ...kinds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValueChange={(id) => form.setValue('kind_id', id === ANY ? '' : id)}
          />
        </Field>
      ) : null}
      {type === 'other' ? (
        <Field label={copy.words} error={errors.words?.message} required>
          <Textarea {...field('words')} rows={3} maxLength={500} className="min-h-[60px]!" />
        </Field>
      ) : null}
    </EntryDialog>
  )
}
