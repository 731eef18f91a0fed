// A panel of the page, with a head if it has a title. Solid under tables, forms and long text; otherwise the glass
// theme's backdrop shows through.
import { type ReactNode, useId } from 'react'
import { cx } from '@/shared/lib/cx'

interface PanelProps {
  title?: ReactNode
  /** The accessible name of a panel without a title. */
  label?: string
  /** Shown at the end of the head: a link or a small control. */
  aside?: ReactNode
  children: ReactNode
  solid?: boolean
  /** True adds padding around the body; false for lists and tables that reach the edges. */
  padded?: boolean
  /** The anchor of a section that a link points at. */
  id?: string
  level?: 2 | 3
  className?: string
}

export function Panel({
  title,
  label,
  aside,
  children,
  solid = false,
  padded = true,
  id,
  level = 2,
  className,
}: PanelProps) {
  const titleId = useId()
  const Heading = `h${level}` as const
  return (
    <section
      id={id}
      aria-labelledby={title ? titleId : undefined}
      aria-label={label}
      className={cx(
        'min-w-0 border border-edge rounded-panel shadow-1 scroll-mt-20',
        solid ? 'bg-surface-solid' : 'bg-surface glass',
        className,
      )}
    >
      {title || aside ? (
        <div className="flex items-center justify-between gap-2 px-(--pad) pt-[18px] pb-3.5">
          {title ? (
            <Heading id={titleId} className="text-14">
              {title}
            </Heading>
          ) : (
            <span />
          )}
          {aside}
        </div>
      ) : null}
      {padded ? (
        <div className={cx('px-(--pad) pb-(--pad)', !title && !aside && 'pt-(--pad)')}>{children}</div>
      ) : (
        children
      )}
    </section>
  )
}
