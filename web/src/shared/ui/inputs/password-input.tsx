// A password field with a show and hide button. The button never submits, and keeps the caret in place.
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { iconButtonClass } from '../icon-button-class'
import { useFieldName } from './field'
import { Input, type InputProps } from './input'

type PasswordInputProps = Omit<InputProps, 'type' | 'figures'>

export function PasswordInput({ size = 'md', className, disabled, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const name = (useFieldName() ?? 'password').toLowerCase()
  return (
    <div className="relative">
      <Input
        autoComplete="current-password"
        {...rest}
        size={size}
        disabled={disabled}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        className={cx('pr-11', className)}
      />
      <button
        type="button"
        disabled={disabled}
        aria-label={`${shown ? 'Hide' : 'Show'} ${name}`}
        onClick={() => setShown(!shown)}
        className={cx(iconButtonClass('sm'), 'absolute right-1', size === 'lg' ? 'top-1.5' : 'top-0.5')}
      >
        {shown ? <EyeOff aria-hidden className="size-[18px]" /> : <Eye aria-hidden className="size-[18px]" />}
      </button>
    </div>
  )
}
