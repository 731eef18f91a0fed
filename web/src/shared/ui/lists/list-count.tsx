// The number of rows above a list. Screen readers announce every change; an empty list shows no number.
import type { ReactNode } from 'react'

type ListCountProps = { isEmpty: boolean; children: ReactNode }

export function ListCount({ isEmpty, children }: ListCountProps) {
  return (
    <p role="status" className={isEmpty ? 'sr-only' : 'num -mb-2 text-12 text-ink-3'}>
      {children}
    </p>
  )
}
