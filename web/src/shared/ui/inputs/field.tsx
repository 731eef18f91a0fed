// A label, a control, a hint and an error, wired together: the control inside takes its id, its
// description and its invalid state from here, so no form has to repeat that.
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from '@/shared/lib/cx'

interface FieldContext {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const Context = createContext<FieldContext | null>(null)

interface FieldProps {
  label: ReactNode
  children: ReactNode
  hint?: ReactNode
  /** The message of what is wrong; its presence marks the control invalid. */
  error?: ReactNode
  required?: boolean
  /** Set it when something outside points at the control, such as a link to #platform-spotify. */
  id?: string
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  /** Beside the label, at the end of its line. */
  aside?: ReactNode
  className?: string
}

export function Field({
  label,
  children,
  hint,
  error,
  required = false,
  id,
  labelHidden,
  aside,
  className,
}: FieldProps) {
  const own = useId()
  const controlId = id ?? own
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = cx(error ? errorId : null, hint ? hintId : null) || undefined
  return (
    <Context value={{ id: controlId, describedBy, invalid: Boolean(error), required }}>
      <div className={cx('grid content-start gap-1.5 min-w-0', className)}>
        <div className={cx('flex items-baseline justify-between gap-2', labelHidden && 'sr-only')}>
          <label htmlFor={controlId} className="font-medium">
            {label}
          </label>
          {aside}
        </div>
        {children}
        {/* Always present, so that a message which arrives later is announced. */}
        <div aria-live="polite" className="contents">
          {error ? (
            <p id={errorId} className="flex items-start gap-1 text-12 text-neg">
              <CircleAlert aria-hidden className="size-4" />
              <span>{error}</span>
            </p>
          ) : null}
        </div>
        {hint ? (
          <p id={hintId} className="text-12 text-ink-3">
            {hint}
          </p>
        ) : null}
      </div>
    </Context>
  )
}

interface ControlProps {
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
  'aria-required'?: boolean | 'true' | 'false'
}

/** What a control inside a Field passes to its element; its own props win. */
export function useFieldControl(props: ControlProps): ControlProps {
  const field = useContext(Context)
  return {
    id: props.id ?? field?.id,
    'aria-describedby': cx(field?.describedBy, props['aria-describedby']) || undefined,
    'aria-invalid': props['aria-invalid'] ?? (field?.invalid || undefined),
    'aria-required': props['aria-required'] ?? (field?.required || undefined),
  }
}
