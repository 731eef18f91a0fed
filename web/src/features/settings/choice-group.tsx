// A radio group whose choices are pictures.
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

type ChoiceGroupProps<Value extends string> = {
  label: string
  value: Value | null
  choices: readonly Value[]
  /** Also called if the choice is already active. */
  onChoose: (value: Value) => void
  children: (choice: Value, checked: boolean) => ReactNode
  className?: string
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export function ChoiceGroup<Value extends string>({
  label,
  value,
  choices,
  onChoose,
  children,
  className,
}: ChoiceGroupProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  // The only choice in the tab order: the active one, or the first if none is active.
  const stop = value !== null && choices.includes(value) ? value : choices[0]

  const step = (event: KeyboardEvent, from: number) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = (from + by + choices.length) % choices.length
    const next = choices[to]
    if (next === undefined) return
    onChoose(next)
    group.current?.querySelectorAll<HTMLElement>('[role="radio"]')[to]?.focus()
  }

  return (
    <div ref={group} role="radiogroup" aria-label={label} className={className}>
      {choices.map((choice, index) => (
        <button
          key={choice}
          type="button"
          role="radio"
          aria-checked={choice === value}
          tabIndex={choice === stop ? 0 : -1}
          onClick={() => onChoose(choice)}
          onKeyDown={(event) => step(event, index)}
          className="grid content-start text-left rounded-control min-w-0"
        >
          {children(choice, choice === value)}
        </button>
      ))}
    </div>
  )
}
