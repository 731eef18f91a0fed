// The options of a select field: each value with its name on the screen.

export function namedOptions<Value extends string>(values: readonly Value[], names: Record<Value, string>) {
  return values.map((value) => ({ value, label: names[value] }))
}
