// The content of a list that is read page by page, in every state: first page loading or failed, empty, or rows (the
// children) with the next page loading or failed below them.
import type { ReactNode } from 'react'
import { Banner } from '../banner'
import { Button } from '../button'
import { Spinner } from '../spinner'
import { ListFailure } from './list-failure'
import type { PagedRows } from './use-paged-rows'

export interface PagedListCopy {
  retry: string
  loadingMore: string
  moreFailed: string
}

interface PagedListProps {
  list: PagedRows<unknown>
  copy: PagedListCopy
  /** Returns the message for a first page that could not be loaded. */
  failureText: (error: Error) => string
  /** Shown until the first page has loaded. */
  skeleton: ReactNode
  /** Shown in place of the rows if there are none. */
  empty: ReactNode
  children: ReactNode
}

export function PagedList({ list, copy, failureText, skeleton, empty, children }: PagedListProps) {
  const hasRows = list.rows.length > 0
  if (list.error !== null) {
    return (
      <ListFailure
        className="m-4"
        text={failureText(list.error)}
        retryLabel={copy.retry}
        onRetry={list.retry}
      />
    )
  }
  return (
    <>
      {list.isLoaded ? null : skeleton}
      {list.isLoaded && !hasRows ? empty : null}
      {hasRows ? children : null}
      {list.isLoadingMore ? (
        <p
          role="status"
          className="flex items-center justify-center gap-2 h-12 border-t border-line text-ink-2"
        >
          <Spinner size={16} />
          {copy.loadingMore}
        </p>
      ) : null}
      {list.hasMoreFailed ? (
        <Banner
          tone="error"
          className="m-3"
          action={<Button onClick={() => list.loadMore()}>{copy.retry}</Button>}
        >
          {copy.moreFailed}
        </Banner>
      ) : null}
    </>
  )
}
