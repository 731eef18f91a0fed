// How many rows a list has, above it. Screen readers hear every change; an empty list shows no number.
import type { ReactNode } from 'react'

type ListCountProps = { isEmpty: boolean; children: ReactNode }

export function ListCount({ isEmpty, children }: ListCountProps) {
  return (
    <p role="status" className={isEmpty ? 'sr-only' : 'num -mb-2 text-12 text-ink-3'}>
      {children}
    </p>
  )
}
