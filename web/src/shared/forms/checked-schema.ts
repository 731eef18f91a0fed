// A schema for a form whose rules depend on several fields: one function names every broken rule by its field's path, and
// the values pass through as they were typed.
import * as v from 'valibot'

export type FieldFault = [path: string, message: string]

export function checkedSchema<Typed>(faultsOf: (values: Typed) => FieldFault[]) {
  return v.pipe(
    v.custom<Typed>(() => true),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const [path, message] of faultsOf(dataset.value)) {
        const keys = path.split('.').map((key) => ({
          type: 'unknown' as const,
          origin: 'value' as const,
          input: dataset.value,
          key,
          value: undefined,
        }))
        addIssue({ message, path: keys as [(typeof keys)[0], ...typeof keys] })
      }
    }),
  )
}
