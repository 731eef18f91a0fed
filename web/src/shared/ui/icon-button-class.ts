// The look of a square icon button, apart from its component, so that a bare button can wear it without
// bringing the tooltip along.
import { cx } from '@/shared/lib/cx'

export function iconButtonClass(size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-grid place-items-center flex-none rounded-control text-ink-2 hover:bg-surface-3 hover:text-ink aria-expanded:bg-surface-3 disabled:opacity-50 disabled:pointer-events-none',
    size === 'sm' ? 'size-8' : 'size-9',
  )
}
