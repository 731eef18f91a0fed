// The share links as a table. The open one is marked. In a narrow panel a row keeps its title, recipient and state.
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { type ListedLink, recipientOf } from '@/entities/shares/share'
import { PATHS } from '@/shared/config/paths'
import { shares as copy } from '@/shared/copy/shares'
import { cx } from '@/shared/lib/cx'
import { Cover } from '@/shared/ui/cover'
import { Cell, Row } from '@/shared/ui/lists/table'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { WindowedTable } from '@/shared/ui/lists/windowed-table'
import { activityTimeText } from './activity-time-text'
import { LinkBadge } from './link-badge'

type SharesTableProps = {
  list: PagedRows<ListedLink>
  openId: string | undefined
  onOpen: (link: ListedLink) => void
}

// The last column that fits has the panel's padding at its end.
const CLASSES = {
  share: 'pl-(--pad)! pr-2!',
  state: 'w-[130px] @min-[440px]:w-[116px] pl-1.5! pr-4! @min-[440px]:pr-1.5!',
  people: 'hidden @min-[540px]:table-cell w-[62px] px-1.5!',
  plays:
    'hidden @min-[440px]:table-cell w-[76px] @min-[600px]:w-[54px] pl-1.5! pr-(--pad)! @min-[600px]:pr-1.5!',
  heard:
    'hidden @min-[600px]:table-cell w-[80px] @min-[660px]:w-[62px] pl-1.5! pr-(--pad)! @min-[660px]:pr-1.5!',
  seen: 'hidden @min-[660px]:table-cell w-[118px] pl-1.5! pr-(--pad)!',
}
const COLUMNS = (['share', 'state', 'people', 'plays', 'heard', 'seen'] as const).map((column, index) => ({
  name: copy.columns[column],
  className: CLASSES[column],
  align: index > 1 ? ('right' as const) : undefined,
}))

export function SharesTable({ list, openId, onOpen }: SharesTableProps) {
  return (
    <WindowedTable
      label={copy.listLabel}
      columns={COLUMNS}
      list={list}
      renderRow={(link, rowIndex) => (
        <ShareRow link={link} rowIndex={rowIndex} isOpen={link.id === openId} onOpen={onOpen} />
      )}
    />
  )
}

type ShareRowProps = {
  link: ListedLink
  rowIndex: number
  isOpen: boolean
  onOpen: (link: ListedLink) => void
}

const ROW = 'h-[60px]!'

const ShareRow = memo(function ShareRow({ link, rowIndex, isOpen, onOpen }: ShareRowProps) {
  const { figures, title } = link
  const wasOpened = figures.last_seen_at !== null || figures.opened > 0
  const number = (value: number) => (wasOpened ? value.toLocaleString('en-US') : '–')
  return (
    <Row
      data-row
      aria-rowindex={rowIndex}
      selected={isOpen}
      className={cx('cursor-pointer', isOpen && '[&>td:first-child]:shadow-[inset_3px_0_0_var(--accent)]')}
      // A click anywhere in the row opens the link, as its title does, unless it ends a text selection.
      onClick={({ target }) => {
        if ((target as Element).closest('a') || window.getSelection()?.isCollapsed === false) return
        onOpen(link)
      }}
    >
      <Cell strong className={cx(ROW, CLASSES.share)}>
        <span className="flex items-center gap-3 min-w-0">
          <Cover src={link.thumbnail} name={title} className="size-10" />
          <span className="min-w-0">
            <Link
              to={PATHS.shares}
              search={(before) => ({ ...before, link: link.id })}
              aria-current={isOpen ? 'true' : undefined}
              resetScroll={false}
              className="block truncate rounded-small hover:underline underline-offset-3"
            >
              {title}
            </Link>
            <span className="block truncate text-12 font-regular text-ink-3">
              {`${recipientOf(link) || copy.nobody} · ${copy.beats(link.beats)}`}
            </span>
          </span>
        </span>
      </Cell>
      <Cell className={cx(ROW, CLASSES.state)}>
        <LinkBadge link={link} />
      </Cell>
      <Cell numeric className={cx(ROW, CLASSES.people)}>
        {number(figures.people)}
      </Cell>
      <Cell numeric className={cx(ROW, CLASSES.plays)}>
        {number(figures.plays)}
      </Cell>
      <Cell numeric dim className={cx(ROW, CLASSES.heard)}>
        {figures.heard === null ? '–' : copy.percent(figures.heard)}
      </Cell>
      <Cell align="right" dim className={cx(ROW, CLASSES.seen)}>
        {figures.last_seen_at === null ? copy.notOpened : activityTimeText(figures.last_seen_at)}
      </Cell>
    </Row>
  )
})
