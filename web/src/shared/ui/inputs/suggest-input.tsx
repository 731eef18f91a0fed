// A text field with suggestions: any text is allowed, and a suggestion may be chosen instead. The text box keeps the
// focus; arrow keys move a highlight, Enter chooses the highlighted suggestion, Escape closes the list. The caller
// provides the suggestions.
import { type KeyboardEvent, type ReactNode, type RefCallback, useId, useState } from 'react'
import { cx } from '@/shared/lib/cx'
import { popupClass } from '../overlays/popup-class'
import { useAnchored } from '../overlays/use-anchored'
import { controlClass } from './control-class'
import { useFieldControl } from './field'

export interface Suggestion {
  id: string
  label: string
  /** A muted text at the end of the line. */
  note?: string
  icon?: ReactNode
  /** True if choosing the suggestion runs an action instead of filling the text box. */
  isAction?: boolean
  /** True if the suggestion is shown dimmed and choosing it only explains why it is not available. */
  isUnavailable?: boolean
}

interface SuggestInputProps<Item extends Suggestion> {
  value: string
  onValueChange: (value: string) => void
  items: readonly Item[]
  onChoose: (item: Item) => void
  /** The name of the list, for screen readers. */
  listLabel: string
  placeholder?: string
  maxLength?: number
  inputRef?: RefCallback<HTMLInputElement>
  /** The label and the help of a box outside a Field. */
  'aria-labelledby'?: string
  'aria-describedby'?: string
}

export function SuggestInput<Item extends Suggestion>({
  value,
  onValueChange,
  items,
  onChoose,
  listLabel,
  placeholder,
  maxLength,
  inputRef,
  'aria-labelledby': labelledBy,
  'aria-describedby': describedBy,
}: SuggestInputProps<Item>) {
  const id = useId()
  const { open, setOpen, trigger: input, popup } = useAnchored<HTMLInputElement>('start')
  const [width, setWidth] = useState<number>()
  const [highlighted, setHighlighted] = useState(-1)
  const isShown = open && items.length > 0
  const active = isShown ? items[highlighted] : undefined
  const optionId = (item: Item) => `${id}-${item.id}`

  function show() {
    setWidth(input.current?.offsetWidth)
    setOpen(true)
  }

  function close() {
    setOpen(false)
    setHighlighted(-1)
  }

  function move(step: number) {
    if (!open) show()
    // One position more than there are items: between the last and the first item none is highlighted.
    const places = items.length + 1
    setHighlighted(((highlighted + 1 + step + places) % places) - 1)
  }

  function choose(item: Item) {
    close()
    onChoose(item)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // While an input method composes a word, Enter and the arrow keys belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'Escape' && isShown) {
      // The same Escape must not close a dialog around it.
      event.stopPropagation()
      close()
    } else return
    event.preventDefault()
  }

  return (
    <>
      <input
        {...useFieldControl({ 'aria-describedby': describedBy })}
        aria-labelledby={labelledBy}
        ref={(element) => {
          input.current = element
          inputRef?.(element)
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={maxLength}
        value={value}
        onChange={(event) => {
          onValueChange(event.target.value)
          setHighlighted(-1)
          show()
        }}
        onClick={show}
        onKeyDown={onKeyDown}
        className={controlClass()}
      />
      {open ? (
        <div
          ref={popup}
          popover="manual"
          // A press in the list must not move the focus away from the text box.
          onPointerDown={(event) => event.preventDefault()}
          // The list is open but hidden while there are no suggestions yet, so that later ones appear in place.
          className={cx(popupClass, 'border-line-strong', !isShown && 'hidden')}
          style={{ width }}
        >
          <div id={`${id}-list`} role="listbox" aria-label={listLabel}>
            {items.map((item, index) => (
              // The box keeps the focus and handles the keys; an option only gets pointer events.
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              <div
                key={item.id}
                id={optionId(item)}
                role="option"
                aria-selected={index === highlighted}
                aria-disabled={item.isUnavailable}
                onPointerMove={() => setHighlighted(index)}
                onClick={() => choose(item)}
                className={cx(
                  'flex items-center gap-2.5 min-h-9 px-2.5 rounded-inner cursor-pointer [&>.lucide]:size-[18px] [&>.lucide]:text-ink-3',
                  index === highlighted && 'bg-surface-3',
                  item.isAction && 'font-medium text-accent-text',
                  item.isUnavailable && 'text-ink-3',
                )}
              >
                {item.icon}
                <span className="min-w-0 truncate">{item.label}</span>
                {item.note ? (
                  <span className="ml-auto min-w-0 truncate text-12 text-ink-3">{item.note}</span>
                ) : null}
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </>
  )
}
