// The button. Its look is also offered as a class name, for links that lead somewhere but look like one.
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { Spinner } from './spinner'

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const BASE =
  'inline-flex items-center justify-center gap-2 border rounded-control font-medium whitespace-nowrap select-none no-underline disabled:opacity-50 aria-busy:opacity-80 disabled:pointer-events-none'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-hover hover:border-accent-hover',
  default: 'border-line-strong bg-surface-solid text-ink hover:bg-surface-2',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-surface-3 hover:text-ink',
  danger: 'border-line-strong bg-surface-solid text-neg hover:bg-neg-soft hover:border-neg',
}

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-12 [&>.lucide]:size-4',
  md: 'h-(--control) px-3.5 text-14 [&>.lucide]:size-[18px] [&>.lucide]:-ml-0.5',
  lg: 'h-11 px-4 text-14 [&>.lucide]:size-[18px] [&>.lucide]:-ml-0.5',
}

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  /** True makes the button as wide as its container. */
  block?: boolean
}

export function buttonClass({ variant = 'default', size = 'md', block = false }: ButtonLook = {}): string {
  return cx(BASE, VARIANTS[variant], SIZES[size], block && 'w-full')
}

interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** True while the started action runs: the button is disabled and has a spinner. */
  pending?: boolean
  /** The button's text while pending, such as 'Signing In...'. */
  pendingLabel?: string
  icon?: ReactNode
}

export function Button({
  variant,
  size,
  block,
  pending = false,
  pendingLabel,
  icon,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={cx(buttonClass({ variant, size, block }), className)}
    >
      {pending ? <Spinner size={16} /> : icon}
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}
