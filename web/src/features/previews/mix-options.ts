// The options of the preview settings: the usual ones, and the account's value if it is none of them.
import { previewSettings } from '@/shared/copy/library/previews'

const { mix: copy } = previewSettings

export const FIRST = [0, 2, 5, 10, 15, 20, 30, 45, 60]
export const EVERY = [10, 15, 20, 25, 30, 40, 45, 60, 90, 120]
export const LEVEL = [6, 3, 0, -3, -6, -9, -12, -18, -24]
export const DUCK = [0, 3, 6, 9, 12]
export const LENGTH = [30, 45, 60, 90, 120, 150, 180]

const WHOLE = 'whole'

interface Option {
  value: string
  label: string
}

/** Returns the usual numbers and the current one, sorted, as select options. */
export function optionsOf(usual: readonly number[], now: number, text: (value: number) => string): Option[] {
  const isRising = (usual[0] ?? 0) <= (usual.at(-1) ?? 0)
  const all = usual.includes(now) ? usual : [...usual, now]
  return [...all]
    .sort((one, other) => (isRising ? one - other : other - one))
    .map((value) => ({ value: String(value), label: text(value) }))
}

export function lengthOptions(now: number | null): Option[] {
  const seconds = optionsOf(LENGTH, now ?? (LENGTH[0] as number), copy.seconds)
  return [{ value: WHOLE, label: copy.whole }, ...seconds]
}

export const lengthValue = (length: number | null) => (length === null ? WHOLE : String(length))
export const readLength = (value: string) => (value === WHOLE ? null : Number(value))
