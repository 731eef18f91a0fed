// The producer's ways to pay, each with a switch, and the dialog that changes one.
import { useQuery } from '@tanstack/react-query'
import { Banknote, HandCoins, Landmark, Link2, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSaveWays, type Way, type WayType, waysQuery } from '@/entities/offers/ways'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { waysForm as copy } from '@/shared/copy/offers'
import { lazy } from '@/shared/lib/lazy'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { Switch } from '@/shared/ui/inputs/switch'
import { ListFailure } from '@/shared/ui/lists/list-failure'
import { Panel } from '@/shared/ui/panel'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'
import { summaryOf } from './way-schema'

const WayDialog = lazy(async () => ({ default: (await import('./way-dialog')).WayDialog }))

const ICONS: Record<WayType, LucideIcon> = { bank: Landmark, paypal: Banknote, link: Link2, other: HandCoins }

export function WaysPanel() {
  const { data: ways, error, refetch } = useQuery(waysQuery)
  const [edit, setEdit] = useState<{ isOpen: boolean; serial: number; way?: Way }>({
    isOpen: false,
    serial: 0,
  })
  const show = (way?: Way) => setEdit(({ serial }) => ({ isOpen: true, serial: serial + 1, way }))
  return (
    <Panel solid padded={false} id="ways-to-pay" title={copy.title}>
      <p className="px-(--pad) -mt-2 pb-3 text-ink-2">{copy.intro}</p>
      {ways === undefined && error === null ? (
        <Loading label={copy.loading} className="px-(--pad) pb-4">
          <Skeleton height={56} />
        </Loading>
      ) : null}
      {ways === undefined && error !== null ? (
        <ListFailure
          className="mx-(--pad) mb-4"
          text={errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
          retryLabel={copy.retry}
          onRetry={() => refetch()}
        />
      ) : null}
      {ways ? (
        <>
          {ways.length === 0 ? (
            <p className="px-(--pad) pb-3 text-ink-2">{copy.none}</p>
          ) : (
            <ul aria-label={copy.title} className="border-t border-line">
              {ways.map((way) => (
                <WayRow key={way.id} way={way} ways={ways} onEdit={() => show(way)} />
              ))}
            </ul>
          )}
          <div className="px-(--pad) py-4 border-t border-line">
            <Button size="sm" icon={<Plus aria-hidden />} onClick={() => show()}>
              {copy.add}
            </Button>
          </div>
          {edit.serial > 0 ? (
            <Suspense>
              <WayDialog
                key={edit.serial}
                open={edit.isOpen}
                onClose={() => setEdit((now) => ({ ...now, isOpen: false }))}
                ways={ways}
                way={edit.way}
              />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </Panel>
  )
}

function WayRow({ way, ways, onEdit }: { way: Way; ways: readonly Way[]; onEdit: () => void }) {
  const { mutate: save, isPending } = useSaveWays()
  const { label, type, enabled } = way
  const Icon = ICONS[type]
  const saveWays = (next: readonly Way[], done?: string) =>
    save([...next], {
      onSuccess: () => {
        if (done) toast.success(done, TOASTS.success)
      },
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })
  return (
    <li className="flex items-center gap-3 min-h-16 px-(--pad) py-2 border-t border-line first:border-t-0">
      <span className="grid place-items-center flex-none size-8 rounded-control bg-surface-3 text-ink-2">
        <Icon aria-hidden className="size-[18px]" />
      </span>
      <span className="grow min-w-0">
        <span className="block truncate font-medium">{label}</span>
        <span className="num block truncate text-12 text-ink-3">{summaryOf(way) || copy.types[type]}</span>
      </span>
      <IconButton
        size="sm"
        label={copy.editOf(label)}
        tooltip={false}
        icon={<Pencil aria-hidden className="size-[18px]" />}
        onClick={onEdit}
      />
      <IconButton
        size="sm"
        label={copy.removeOf(label)}
        tooltip={false}
        icon={<Trash2 aria-hidden className="size-[18px]" />}
        disabled={isPending}
        onClick={() =>
          saveWays(
            ways.filter((one) => one !== way),
            copy.removed(label),
          )
        }
      />
      <Switch
        aria-label={copy.showOf(label)}
        checked={enabled}
        disabled={isPending}
        onCheckedChange={(on) => saveWays(ways.map((one) => (one === way ? { ...one, enabled: on } : one)))}
      />
    </li>
  )
}
