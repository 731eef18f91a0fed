// The licenses as a ledger table. In a narrow panel a row keeps its beat, number and buyer, with the state beside them.
import { Link } from '@tanstack/react-router'
import { Download, Ellipsis, Eye } from 'lucide-react'
import { memo } from 'react'
import { useCover } from '@/entities/documents/covers'
import { EXPIRING_DAYS, type License } from '@/entities/licenses/license'
import { PATHS } from '@/shared/config/paths'
import { licenses as copy } from '@/shared/copy/licenses/licenses'
import { cx } from '@/shared/lib/cx'
import { daysBetween, dayText, today } from '@/shared/lib/time/calendar'
import { Cover } from '@/shared/ui/cover'
import { IconButton } from '@/shared/ui/icon-button'
import { Cell, Row } from '@/shared/ui/lists/table'
import type { PagedRows } from '@/shared/ui/lists/use-paged-rows'
import { WindowedTable } from '@/shared/ui/lists/windowed-table'
import { Menu, MenuItem, MenuLink } from '@/shared/ui/overlays/menu'
import { MostUsed } from '../most-used'
import { StateBadge } from '../state-badge'

type LicensesTableProps = { list: PagedRows<License>; handlers: LicenseHandlers }

export type LicenseHandlers = {
  onView: (license: License) => void
  onContract: (license: License) => void
}

export function LicensesTable({ list, handlers }: LicensesTableProps) {
  return (
    <WindowedTable
      label={copy.listLabel}
      columns={COLUMNS}
      list={list}
      renderRow={(license, rowIndex) => (
        <LicenseRow license={license} rowIndex={rowIndex} handlers={handlers} />
      )}
    />
  )
}

// A phone hides the cover, which has no room.
const COVER_ONLY = 'hidden @min-[440px]:table-cell'
const NAME = 'pl-4! @min-[440px]:pl-2! pr-2!'
const WIDE_ONLY = 'hidden @min-[760px]:table-cell'
const WIDER_ONLY = 'hidden @min-[620px]:table-cell'
const CLASSES = [
  cx('w-[64px] pr-0!', COVER_ONLY),
  NAME,
  cx('w-[108px] @min-[900px]:w-[18%] px-2!', WIDE_ONLY),
  'w-[104px] px-2!',
  cx('w-[112px] px-2!', WIDER_ONLY),
  cx('w-[196px] px-2!', WIDE_ONLY),
  'w-[52px] px-1!',
]
const COLUMNS = copy.columns.map((name, index) => ({
  name,
  className: CLASSES[index],
  head: index === 0 || index === 6 ? <span className="sr-only">{name}</span> : undefined,
}))

type LicenseRowProps = { license: License; rowIndex: number; handlers: LicenseHandlers }

const ROW = 'h-[64px]!'

const LicenseRow = memo(function LicenseRow({ license, rowIndex, handlers }: LicenseRowProps) {
  const { id, reference, title, kind, buyer, document_id } = license
  return (
    <Row
      data-row
      aria-rowindex={rowIndex}
      className="cursor-pointer"
      // A click anywhere in the row opens the license, as its title does, unless it hits a control or ends a text
      // selection.
      onClick={({ target, currentTarget }) => {
        const pressed = (target as Element).closest('button, a, [role="menu"]')
        const isInside = currentTarget.contains(target as Element)
        if (!pressed && isInside && window.getSelection()?.isCollapsed !== false) handlers.onView(license)
      }}
    >
      <Cell className={cx(ROW, COVER_ONLY, 'pr-0!')}>
        <Cover src={useCover(document_id)} name={title} className="size-10" />
      </Cell>
      <Cell strong className={cx(ROW, NAME)}>
        <Link
          to={PATHS.license}
          params={{ id }}
          className="block truncate rounded-small hover:underline underline-offset-3"
        >
          {title}
        </Link>
        <span className="num block truncate text-12 font-regular text-ink-3">{`${reference} · ${kind}`}</span>
        <span className="block truncate text-12 font-regular text-ink-3 @min-[760px]:hidden">
          {buyer.name}
        </span>
      </Cell>
      <Cell dim className={cx(ROW, WIDE_ONLY, 'px-2!')}>
        <span className="block truncate">{buyer.name}</span>
      </Cell>
      <Cell className={cx(ROW, 'px-2!')}>
        <StateBadge license={license} />
      </Cell>
      <Cell dim className={cx(ROW, WIDER_ONLY, 'num px-2!')}>
        <Expiry license={license} />
      </Cell>
      <Cell className={cx(ROW, WIDE_ONLY, 'px-2!')}>
        <MostUsed license={license} />
      </Cell>
      <Cell className={cx(ROW, 'px-1! text-right')}>
        <Menu
          trigger={
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.actionsOf(reference)}
              icon={<Ellipsis aria-hidden className="size-[18px]" />}
            />
          }
        >
          <MenuLink icon={<Eye aria-hidden />} render={<Link to={PATHS.license} params={{ id }} />}>
            {copy.view}
          </MenuLink>
          <MenuItem icon={<Download aria-hidden />} onSelect={() => handlers.onContract(license)}>
            {copy.contract}
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
})

function Expiry({ license: { state, expires_on, ended_at, superseded_by_reference } }: { license: License }) {
  if (state === 'superseded' && superseded_by_reference) {
    return (
      <>
        {ended_at ? dayText(today(new Date(ended_at))) : null}
        <span className="block text-12 text-ink-3">{copy.to(superseded_by_reference)}</span>
      </>
    )
  }
  if (state !== 'active' && ended_at)
    return dayText(state === 'expired' && expires_on ? expires_on : today(new Date(ended_at)))
  if (expires_on === null) return copy.forever
  const days = daysBetween(today(), expires_on)
  return (
    <>
      {dayText(expires_on)}
      <span className={cx('block text-12', days <= EXPIRING_DAYS ? 'text-warn' : 'text-ink-3')}>
        {copy.left(days)}
      </span>
    </>
  )
}
