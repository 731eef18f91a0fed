// A search box whose results open under it, in groups. The box keeps the focus; arrows move a highlight, Enter takes
// the highlighted result, Escape clears the box and closes the list, then leaves the box. The caller provides the results.
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { controlClass } from '../inputs/control-class'
import { Kbd } from '../kbd'
import { Spinner } from '../spinner'

export interface FinderItem {
  id: string
  label: ReactNode
  /** A muted line under the label. */
  detail?: ReactNode
  /** A muted text at the end of the line. */
  note?: ReactNode
  icon?: ReactNode
}

export interface FinderGroup<Item extends FinderItem = FinderItem> {
  id: string
  label: string
  items: readonly Item[]
}

interface FinderProps<Item extends FinderItem> {
  label: string
  placeholder: string
  query: string
  onQueryChange: (query: string) => void
  groups: readonly FinderGroup<Item>[]
  onChoose: (item: Item) => void
  /** Shown when nothing matches. */
  emptyText: string
  /** Shown while results are loading. */
  busyText?: string
  /** The number of results in words, for screen readers. */
  countText: (count: number) => string
  maxLength?: number
  /** The key that moves the focus here, shown at the end of the box. */
  shortcut?: string
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

export function Finder<Item extends FinderItem>({
  label,
  placeholder,
  query,
  onQueryChange,
  groups,
  onChoose,
  emptyText,
  busyText,
  countText,
  maxLength,
  shortcut,
  inputRef,
  className,
}: FinderProps<Item>) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState(0)

  const shown = open ? groups.filter((group) => group.items.length > 0) : []
  const items = shown.flatMap((group) => group.items)
  const index = items.length === 0 ? -1 : Math.min(highlighted, items.length - 1)
  const active = items[index]
  const optionId = (item: Item) => `${id}-${item.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function move(step: number) {
    setOpen(true)
    if (items.length > 0) setHighlighted((index + step + items.length) % items.length)
  }

  function choose(item: Item) {
    setOpen(false)
    setHighlighted(0)
    onQueryChange('')
    onChoose(item)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // While an input method composes a word, Enter and the arrow keys belong to it.
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
        if (active) choose(active)
        break
      case 'Escape':
        if (open || query) {
          setOpen(false)
          onQueryChange('')
        } else event.currentTarget.blur()
        break
      default:
        return
    }
    event.preventDefault()
  }

  return (
    <div
      ref={box}
      role="search"
      className={cx('relative', className)}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Search aria-hidden className="absolute left-2.5 top-2 text-ink-3 pointer-events-none" />
      <input
        ref={inputRef}
        type="search"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        value={query}
        onChange={(event) => {
          onQueryChange(event.target.value)
          setHighlighted(0)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className={cx(controlClass(), 'pl-[38px] border-line-strong text-ellipsis', shortcut && 'sm:pr-10')}
      />
      {open && busyText && items.length > 0 ? (
        <Spinner size={16} className="absolute right-2.5 top-2.5 text-ink-3 pointer-events-none" />
      ) : null}
      {shortcut && !query ? (
        <Kbd className="absolute right-2 top-2 max-sm:hidden pointer-events-none">{shortcut}</Kbd>
      ) : null}
      <div
        // A press in the list must not move the focus away from the text box.
        onPointerDown={(event) => event.preventDefault()}
        className={cx(
          'absolute left-0 right-0 top-full mt-1.5 z-30 p-1 rounded-control bg-surface-solid border border-edge shadow-2 overflow-y-auto max-h-[min(440px,calc(100dvh-96px))]',
          'max-sm:fixed max-sm:inset-x-4 max-sm:top-[60px] max-sm:mt-0',
          !open && 'hidden',
        )}
      >
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {shown.map((group) => (
            <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
              <div id={`${id}-${group.id}`} className="px-2.5 pt-2 pb-1 text-12 font-medium text-ink-3">
                {group.label}
              </div>
              {group.items.map((item) => (
                // The box keeps the focus and handles the keys; an option only gets pointer events.
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                <div
                  key={item.id}
                  id={optionId(item)}
                  role="option"
                  aria-selected={item.id === active?.id}
                  onPointerMove={() => setHighlighted(items.indexOf(item))}
                  onClick={() => choose(item)}
                  className={cx(
                    'flex items-center gap-2.5 min-h-9 px-2.5 py-1 rounded-inner cursor-pointer [&>.lucide]:size-[18px] [&>.lucide]:text-ink-3',
                    item.id === active?.id && 'bg-surface-3',
                  )}
                >
                  {item.icon}
                  <span className="min-w-0">
                    <span className="block truncate">{item.label}</span>
                    {item.detail ? (
                      <span className="block text-12 text-ink-3 truncate">{item.detail}</span>
                    ) : null}
                  </span>
                  {item.note ? (
                    <span className="ml-auto text-12 text-ink-3 whitespace-nowrap">{item.note}</span>
                  ) : null}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status" className={items.length === 0 ? 'px-2.5 py-3 text-ink-2' : 'sr-only'}>
          {open ? (busyText ?? (items.length === 0 ? emptyText : query && countText(items.length))) : null}
        </p>
      </div>
    </div>
  )
}
