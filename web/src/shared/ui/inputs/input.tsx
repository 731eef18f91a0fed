// One line of text. `figures` is for amounts and codes: tabular, and right-aligned when it is an amount.
import type { ComponentPropsWithRef } from 'react'
import { cx } from '@/shared/lib/cx'
import { type ControlSize, controlClass } from './control-class'
import { useFieldControl } from './field'

export interface InputProps extends Omit<ComponentPropsWithRef<'input'>, 'size'> {
  size?: ControlSize
  figures?: 'amount' | 'code'
}

export function Input({ size, figures, className, type = 'text', ...rest }: InputProps) {
  return (
    <input
      {...rest}
      {...useFieldControl(rest)}
      type={type}
      className={cx(controlClass(size), figures && 'num', figures === 'amount' && 'text-right', className)}
    />
  )
}
