// The class names of a square icon button, separate from its component, so that a plain button can use them without
// the tooltip.
import { cx } from '@/shared/lib/cx'

export function iconButtonClass(size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-grid place-items-center flex-none rounded-control text-ink-2 hover:bg-surface-3 hover:text-ink aria-expanded:bg-surface-3 disabled:opacity-50 disabled:pointer-events-none',
    size === 'sm' ? 'size-8' : 'size-9',
  )
}
