// Several lines of text; grows with its content if the browser supports that.
import type { ComponentPropsWithRef } from 'react'
import { cx } from '@/shared/lib/cx'
import { controlClass } from './control-class'
import { useFieldControl } from './field'

export function Textarea({ className, rows = 4, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      {...rest}
      {...useFieldControl(rest)}
      rows={rows}
      className={cx(controlClass(), 'h-auto py-2 resize-y field-sizing-content min-h-24', className)}
    />
  )
}
