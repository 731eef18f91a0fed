// Tabs with panels of which one shows. Arrow keys move between the tabs; a count may stand beside a name.
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from '@/shared/lib/cx'
import { Count } from './figures/count'

interface TabItem<Value extends string> {
  value: Value
  label: ReactNode
  count?: number
  disabled?: boolean
}

interface TabsProps<Value extends string> {
  /** The accessible name of the tab list. */
  label: string
  items: readonly TabItem<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  /** The TabPanels. */
  children?: ReactNode
  className?: string
  listClassName?: string
}

export function Tabs<Value extends string>({
  label,
  items,
  value,
  onValueChange,
  children,
  className,
  listClassName,
}: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as Value)} className={className}>
      <Base.List
        aria-label={label}
        className={cx(
          'flex gap-6 max-sm:gap-4 border-b border-line overflow-x-auto overflow-y-hidden fade-ends',
          listClassName,
        )}
      >
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            disabled={item.disabled}
            className="inline-flex items-center gap-2 h-10 whitespace-nowrap font-medium text-ink-2 border-b-2 border-transparent hover:text-ink data-active:text-ink data-active:border-accent data-disabled:opacity-50 focus-visible:-outline-offset-2"
          >
            {item.label}
            {item.count === undefined ? null : <Count value={item.count} />}
          </Base.Tab>
        ))}
      </Base.List>
      {children}
    </Base.Root>
  )
}

export function TabPanel({
  value,
  children,
  className,
}: {
  value: string
  children: ReactNode
  className?: string
}) {
  return (
    <Base.Panel value={value} className={cx('outline-offset-4', className)}>
      {children}
    </Base.Panel>
  )
}
