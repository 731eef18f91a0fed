// A field of chips with a text box that adds more, such as the beats and the people of a share.
import type { ReactNode } from 'react'
import { useFieldControl } from '@/shared/ui/inputs/field'

type ChipBoxProps = {
  chips: ReactNode
  /** The chips as a form value, so that closing the form asks before they are lost. */
  value: string
  children: ReactNode
}

export function ChipBox({ chips, value, children }: ChipBoxProps) {
  const { 'aria-invalid': invalid } = useFieldControl({})
  return (
    <div
      data-invalid={invalid}
      className="flex flex-wrap gap-1.5 p-1 max-h-[188px] overflow-y-auto border border-line-control rounded-control bg-field hover:border-ink-3 has-[input:focus-visible]:border-accent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent data-[invalid=true]:border-neg [&_input[role=combobox]]:h-[30px] [&_input[role=combobox]]:px-2 [&_input[role=combobox]]:border-0 [&_input[role=combobox]]:bg-transparent [&_input[role=combobox]]:outline-none [&_input[role=combobox]]:shadow-none"
    >
      <input type="hidden" value={value} readOnly />
      {chips}
      <span className="grow basis-36 min-w-0">{children}</span>
    </div>
  )
}

export const chipClass =
  'inline-flex items-center max-w-full min-w-0 h-[30px] rounded-inner bg-surface-3 font-medium'
