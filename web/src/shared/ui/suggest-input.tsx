// One line of text with suggestions under it: any text will do, and one of those offered may be taken instead.
// Arrows move through them, Enter takes one, Escape closes them. What is offered is the caller's affair.
import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import type { ReactNode, Ref } from 'react'
import { cx } from '@/shared/lib/cx'
import { controlClass } from './control-class'
import { useFieldControl } from './field'

export interface Suggestion {
  id: string
  label: string
  /** A quieter word at the end of the line. */
  note?: string
  icon?: ReactNode
  /** Does something instead of filling the box. */
  isAction?: boolean
}

export interface SuggestInputProps<Item extends Suggestion> {
  value: string
  onValueChange: (value: string) => void
  items: readonly Item[]
  onChoose: (item: Item) => void
  /** The name of the list, for screen readers. */
  listLabel: string
  placeholder?: string
  name?: string
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
}

export function SuggestInput<Item extends Suggestion>({
  value,
  onValueChange,
  items,
  onChoose,
  listLabel,
  placeholder,
  name,
  onBlur,
  inputRef,
}: SuggestInputProps<Item>) {
  return (
    <Base.Root
      items={items}
      mode="none"
      openOnInputClick
      value={value}
      onValueChange={(next, { reason }) => {
        // Taking one is told by onChoose, with more than its text.
        if (reason !== 'item-press') onValueChange(next)
      }}
      itemToStringValue={(item: Item) => (item.isAction ? value : item.label)}
    >
      <Base.Input
        {...useFieldControl({})}
        ref={inputRef}
        name={name}
        onBlur={onBlur}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        className={controlClass()}
      />
      <Base.Portal>
        <Base.Positioner sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="w-(--anchor-width) max-h-[min(280px,var(--available-height))] overflow-y-auto p-1 rounded-control bg-surface-solid text-ink border border-line-strong shadow-2 data-empty:hidden">
            <Base.List aria-label={listLabel}>
              {(item: Item) => (
                <Base.Item
                  key={item.id}
                  value={item}
                  onClick={() => onChoose(item)}
                  className={cx(
                    'flex items-center gap-2.5 min-h-9 px-2.5 rounded-inner cursor-pointer outline-none data-highlighted:bg-surface-3 [&>.lucide]:size-[18px] [&>.lucide]:text-ink-3',
                    item.isAction && 'font-medium text-accent-text',
                  )}
                >
                  {item.icon}
                  <span className="min-w-0 truncate">{item.label}</span>
                  {item.note ? (
                    <span className="ml-auto min-w-0 truncate text-12 text-ink-3">{item.note}</span>
                  ) : null}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
