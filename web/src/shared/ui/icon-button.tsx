// A button that shows only an icon: the label is required, and shown as a tooltip.
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { iconButtonClass } from './icon-button-class'

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label'> {
  label: string
  icon: ReactNode
  size?: 'sm' | 'md'
  /** False hides the tooltip where the meaning is clear without it, such as a dialog's close button. */
  tooltip?: boolean
}

export function IconButton({
  label,
  icon,
  size = 'md',
  tooltip = true,
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tip={tooltip ? label : undefined}
      className={cx('relative', iconButtonClass(size), className)}
    >
      {icon}
      {children}
    </button>
  )
}
