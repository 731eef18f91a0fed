// The shared class names of input, textarea and select.
import { cx } from '@/shared/lib/cx'

export type ControlSize = 'md' | 'lg'

export function controlClass(size: ControlSize = 'md'): string {
  return cx(
    'w-full min-w-0 border border-line-control rounded-control bg-field text-ink px-3 text-14 hover:border-ink-3 disabled:opacity-50 disabled:hover:border-line-control',
    'focus-visible:outline-offset-0 focus-visible:border-accent',
    'aria-invalid:border-neg aria-invalid:shadow-[0_0_0_1px_var(--neg)]',
    size === 'lg' ? 'h-11' : 'h-(--control)',
  )
}
