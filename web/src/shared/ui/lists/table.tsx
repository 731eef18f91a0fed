// A table with a sticky head, figures to the right, and a double rule under a total. On a narrow screen it scrolls
// sideways inside itself, never the page.
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'

interface TableProps {
  /** What the table holds, for screen readers. */
  label: string
  children: ReactNode
  className?: string
  /** Gives the table its own scroll area of this height, under a head that stays. */
  maxHeight?: number
}

export function Table({ label, children, className, maxHeight }: TableProps) {
  return (
    // A scroll area must be reachable by keyboard, or what lies outside it cannot be read without a mouse.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      className={cx(
        'relative overflow-x-auto overscroll-x-contain rounded-b-panel focus-visible:-outline-offset-2',
        maxHeight !== undefined && 'overflow-y-auto',
      )}
      style={maxHeight === undefined ? undefined : { maxHeight }}
    >
      <table aria-label={label} className={cx('w-full border-separate border-spacing-0', className)}>
        {children}
      </table>
    </div>
  )
}

type Align = 'left' | 'right'

interface CellProps {
  /** True for a figure: tabular digits, aligned to the right. */
  numeric?: boolean
  align?: Align
  /** True hides the cell on a phone, where the row shows only what matters. */
  wideOnly?: boolean
}

// The outermost cells keep the panel's padding, also when a phone leaves the first or last column out.
const edge = cx(
  'first:pl-(--pad) last:pr-(--pad)',
  'max-sm:[.wide-only:first-child+&]:pl-(--pad) max-sm:[&:has(+.wide-only:last-child)]:pr-(--pad)',
)

function cellClass({ numeric, align, wideOnly }: CellProps) {
  return cx(
    'px-3 max-sm:px-1.5 whitespace-nowrap',
    edge,
    (numeric || align === 'right') && 'text-right',
    numeric && 'num',
    wideOnly && 'wide-only max-sm:hidden',
  )
}

export function HeadCell({
  numeric,
  align,
  wideOnly,
  className,
  ...rest
}: ComponentPropsWithRef<'th'> & CellProps) {
  return (
    <th
      scope="col"
      {...rest}
      className={cx(
        'sticky top-0 z-1 h-9 bg-surface-solid text-12 font-medium text-ink-3 text-left border-b border-line',
        cellClass({ numeric, align, wideOnly }),
        className,
      )}
    />
  )
}

export function Row({ selected, className, ...rest }: ComponentPropsWithRef<'tr'> & { selected?: boolean }) {
  return (
    <tr
      {...rest}
      className={cx(
        'group/row [tbody>&]:hover:bg-surface-2 [tbody>&:last-child>td]:border-b-0',
        selected && 'bg-accent-soft',
        className,
      )}
    />
  )
}

interface DataCellProps extends CellProps {
  /** True for the name of the row, which a person looks for first. */
  strong?: boolean
  dim?: boolean
}

export function Cell({
  numeric,
  align,
  wideOnly,
  strong,
  dim,
  className,
  ...rest
}: ComponentPropsWithRef<'td'> & DataCellProps) {
  return (
    <td
      {...rest}
      className={cx(
        'h-(--row) border-b border-line',
        cellClass({ numeric, align, wideOnly }),
        strong && 'font-medium',
        dim && 'text-ink-2',
        className,
      )}
    />
  )
}

interface TotalRowProps {
  label: ReactNode
  /** The number of columns of the table, and how many of them are hidden on a phone. */
  columns: number
  wideOnlyColumns?: number
  children: ReactNode
}

/** The last line: a name and a sum with its double rule. */
export function TotalRow({ label, columns, wideOnlyColumns = 0, children }: TotalRowProps) {
  const cell = 'h-11 border-t border-line-strong'
  return (
    <tr>
      <td colSpan={columns - wideOnlyColumns - 1} className={cx(cell, 'text-ink-2', cellClass({}))}>
        {label}
      </td>
      {/* A colspan over columns that are hidden on a phone would push the sum out of its own column. */}
      {wideOnlyColumns > 0 ? <td colSpan={wideOnlyColumns} className={cx(cell, 'max-sm:hidden')} /> : null}
      <td className={cx(cell, 'font-semibold', cellClass({ numeric: true }))}>
        <span className="inline-block double-rule">{children}</span>
      </td>
    </tr>
  )
}

/** A spacer with the height of the rows of a long table that are not drawn. */
export function SpacerRow({ height }: { height: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden>
      {/* One cell without a colspan: spanning columns that are hidden in a narrow table would show them as gaps. */}
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}
