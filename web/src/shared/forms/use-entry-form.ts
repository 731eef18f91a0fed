// The behavior that all forms share: validated on submit, focus on the first invalid field, a field's error removed as
// soon as it is edited, and the server's field messages shown at their fields.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { ApiError } from '@/shared/api/error'

/** A form with `Typed` values, which the schema converts to `Values` on submit. */
export type EntryForm<Typed extends FieldValues, Values = Typed> = UseFormReturn<Typed, unknown, Values>

export function useEntryForm<Typed extends FieldValues, Values>(
  schema: GenericSchema<Typed, Values>,
  defaultValues: DefaultValues<Typed>,
) {
  const form: EntryForm<Typed, Values> = useForm<Typed, unknown, Values>({
    resolver: valibotResolver<Typed, unknown, Values>(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // All rules are checked at once: 'Passwords do not match' must not wait until the role is chosen.
    criteriaMode: 'all',
  })
  const field = (name: Path<Typed>) => form.register(name, { onChange: () => form.clearErrors(name) })
  return { form, field }
}

/** Shows the server's field messages at their fields. Returns true if the form has such a field. */
export function showFieldErrors<Typed extends FieldValues, Values>(
  form: EntryForm<Typed, Values>,
  error: unknown,
  fieldOf: (serverField: string) => Path<Typed> | null = (name) =>
    name in form.getValues() ? (name as Path<Typed>) : null,
): boolean {
  if (!(error instanceof ApiError)) return false
  const messages = Object.entries(error.fields).flatMap(([name, message]) => {
    const field = fieldOf(name)
    return field === null ? [] : [{ field, message }]
  })
  messages.forEach(({ field, message }, index) => {
    form.setError(field, { message }, { shouldFocus: index === 0 })
  })
  return messages.length > 0
}
