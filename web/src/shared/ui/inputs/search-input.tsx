// A search box for the list on the screen. It reports the text after a pause in typing, follows the value from the
// address, and is emptied with Escape or its own button.
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { IconButton } from '../icon-button'
import { controlClass } from './control-class'

interface SearchInputProps {
  label: string
  placeholder?: string
  clearLabel: string
  /** The current search text. */
  value: string
  onValueChange: (value: string) => void
  delayMs: number
  maxLength?: number
  className?: string
}

export function SearchInput({
  label,
  placeholder,
  clearLabel,
  value,
  onValueChange,
  delayMs,
  maxLength,
  className,
}: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const reported = useRef(value)
  const latestHandler = useRef(onValueChange)
  latestHandler.current = onValueChange

  // Follows a value that was changed from outside, by the back button or a reset.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === reported.current) return
    const timer = setTimeout(() => {
      reported.current = wanted
      latestHandler.current(wanted)
    }, delayMs)
    return () => clearTimeout(timer)
  }, [typed, delayMs])

  function clear() {
    setTyped('')
    reported.current = ''
    if (value !== '') onValueChange('')
    input.current?.focus()
  }

  return (
    <div className={cx('relative', className)}>
      <Search aria-hidden className="absolute left-2.5 top-2 text-ink-3 pointer-events-none" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') clear()
        }}
        className={cx(controlClass(), 'px-[38px] border-line-strong text-ellipsis')}
      />
      {typed === '' ? null : (
        <IconButton
          size="sm"
          label={clearLabel}
          tooltip={false}
          icon={<X aria-hidden className="size-4" />}
          onClick={clear}
          className="absolute! right-0.5 top-0.5"
        />
      )}
    </div>
  )
}
