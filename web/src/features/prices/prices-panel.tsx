// The panel of a beat's license prices, and where each price comes from.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { type BeatPrice, pricesQuery } from '@/entities/prices/prices'
import { PATHS } from '@/shared/config/paths'
import { beat, beatPrices as copy } from '@/shared/copy/library/beat'
import { cx } from '@/shared/lib/cx'
import { lazy } from '@/shared/lib/lazy'
import { formatAmount } from '@/shared/lib/money/money'
import { Button } from '@/shared/ui/button'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { panelLinkClass } from '@/shared/ui/text-link'

const PriceDialog = lazy(async () => ({ default: (await import('./price-dialog')).PriceDialog }))

type PricesPanelProps = {
  documentId: string
  title: string
  /** Describes the terms of a kind, such as "50,000 streams · 2 years". */
  termsOf: (kindId: string) => string
  className?: string
}

export function PricesPanel({ documentId, title, termsOf, className }: PricesPanelProps) {
  const { data, error, refetch } = useQuery(pricesQuery(documentId))
  const [edit, setEdit] = useState({ isOpen: false, serial: 0 })
  return (
    <Panel
      solid
      padded={false}
      title={copy.title}
      aside={
        <Link to={PATHS.licenseSettings} className={panelLinkClass}>
          {copy.settings}
        </Link>
      }
      className={cx('flex flex-col', className)}
    >
      {data === undefined ? (
        error === null ? (
          <LoadingRows />
        ) : (
          <ListFailure
            className="mx-(--pad) mb-4"
            text={copy.failed}
            retryLabel={beat.retry}
            onRetry={() => refetch()}
          />
        )
      ) : data.length === 0 ? (
        <p className="px-(--pad) pb-(--pad) text-ink-2">{copy.noneText}</p>
      ) : (
        <>
          <ul className="flex flex-col grow border-t border-line">
            {data.map((price) => (
              <PriceRow key={price.kind_id} price={price} terms={termsOf(price.kind_id)} />
            ))}
          </ul>
          <div className="flex px-(--pad) py-4">
            <Button
              size="sm"
              className="max-sm:grow max-sm:h-9! max-sm:text-14!"
              onClick={() => setEdit(({ serial }) => ({ isOpen: true, serial: serial + 1 }))}
            >
              {copy.edit}
            </Button>
          </div>
        </>
      )}
      {edit.serial > 0 && data ? (
        <Suspense>
          <PriceDialog
            key={edit.serial}
            open={edit.isOpen}
            onClose={() => setEdit((now) => ({ ...now, isOpen: false }))}
            ids={[documentId]}
            title={copy.titleOf(title)}
            prices={data}
          />
        </Suspense>
      ) : null}
    </Panel>
  )
}

function PriceRow({
  price: { name, offer, price, currency, reason },
  terms,
}: {
  price: BeatPrice
  terms: string
}) {
  const isOff = offer === 'off' || price === null
  return (
    <li className="flex items-center grow gap-3 min-h-[52px] px-(--pad) py-2 border-b border-line">
      <div className="grow min-w-0">
        <span className="block break-words font-medium">{name}</span>
        <span className="block text-12 text-ink-3 first-letter:uppercase">
          {reason !== null && !isOff ? reason : terms}
        </span>
      </div>
      <span className="text-12 text-ink-3 max-sm:hidden whitespace-nowrap">
        {copy.sources[isOff ? 'off' : offer]}
      </span>
      <span className={cx('num whitespace-nowrap', isOff ? 'text-ink-3' : 'font-medium')}>
        {isOff ? copy.notOffered : price === 0 ? copy.free : formatAmount(price, currency)}
      </span>
    </li>
  )
}

function LoadingRows() {
  return (
    <Loading label={copy.loading}>
      {[120, 110, 140, 150, 90].map((width) => (
        <div
          key={width}
          className="flex items-center justify-between h-[52px] px-(--pad) border-t border-line"
        >
          <Skeleton width={width} />
          <Skeleton width={56} />
        </div>
      ))}
    </Loading>
  )
}
