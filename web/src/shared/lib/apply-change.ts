/** A change of some fields: their new values, or a function from the current values to the new ones. */
export type Change<Fields> = Partial<Fields> | ((now: Fields) => Partial<Fields>)

export function applyChange<Fields extends object>(now: Fields, change: Change<Fields>): Fields {
  return { ...now, ...(typeof change === 'function' ? change(now) : change) }
}
