// Forms behave alike everywhere: checked on submit, focus on the first bad field, a field's
// error gone as soon as it is edited, and the server's own complaints put at the fields they name.
import { valibotResolver } from '@hookform/resolvers/valibot'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { GenericSchema } from 'valibot'
import { ApiError } from '@/shared/api/error'

export function useEntryForm<Values extends FieldValues>(
  schema: GenericSchema<Values, Values>,
  defaultValues: DefaultValues<Values>,
) {
  const form = useForm<Values>({
    resolver: valibotResolver(schema) as never,
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // Every rule is looked at: 'Passwords do not match' must not wait until the role is chosen.
    criteriaMode: 'all',
  })
  const field = (name: Path<Values>) => form.register(name, { onChange: () => form.clearErrors(name) })
  return { form, field }
}

/** Puts the server's field messages at their fields; true if there was one to show. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues())
  known.forEach(([name, message], index) => {
    form.setError(name as Path<Values>, { message }, { shouldFocus: index === 0 })
  })
  return known.length > 0
}
