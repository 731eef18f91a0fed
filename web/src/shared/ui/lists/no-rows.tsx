// The text of an empty list: no row matches the filter, with a button that resets it, or there are no rows yet, with
// the action that adds the first one.
import type { ReactNode } from 'react'
import { Button } from '../button'
import { EmptyState } from '../empty-state'

type NoRowsProps = {
  isFiltering: boolean
  noMatch: { title: string; text: string; reset: string; onReset: () => void }
  nothingYet: { title: string; text: string; action: ReactNode }
}

export function NoRows({ isFiltering, noMatch, nothingYet }: NoRowsProps) {
  if (isFiltering) {
    return (
      <EmptyState title={noMatch.title} action={<Button onClick={noMatch.onReset}>{noMatch.reset}</Button>}>
        {noMatch.text}
      </EmptyState>
    )
  }
  return (
    <EmptyState title={nothingYet.title} action={nothingYet.action}>
      {nothingYet.text}
    </EmptyState>
  )
}
