// The line that shows for whom a beat is reserved, with the buttons to reserve and to release it.
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { reservationQuery, useRelease } from '@/entities/reservations/reservation'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { reservation as copy } from '@/shared/copy/library/beat'
import { lazy } from '@/shared/lib/lazy'
import { momentText } from '@/shared/lib/time/calendar'
import { Button } from '@/shared/ui/button'
import { toast } from '@/shared/ui/toast/toast'

const ReserveDialog = lazy(async () => ({ default: (await import('./reserve-dialog')).ReserveDialog }))

export function ReservationLine({ documentId }: { documentId: string }) {
  const { data } = useQuery(reservationQuery(documentId))
  const { mutateAsync: release, isPending } = useRelease(documentId)
  const [dialog, setDialog] = useState({ isOpen: false, serial: 0 })
  if (data === undefined) return null

  async function endReservation() {
    try {
      await release()
      toast.success(copy.released, TOASTS.success)
    } catch (error) {
      toast.error(errorMessageOf(error, copy.releaseFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return (
    <div className="flex items-center gap-3 mt-auto px-(--pad) py-4">
      {data === null ? (
        <Button
          size="sm"
          className="max-sm:grow max-sm:h-9! max-sm:text-14!"
          onClick={() => setDialog(({ serial }) => ({ isOpen: true, serial: serial + 1 }))}
        >
          {copy.reserve}
        </Button>
      ) : (
        <>
          <span className="grid place-items-center flex-none size-8 rounded-pill bg-warn-soft text-warn">
            <Clock aria-hidden className="size-4" />
          </span>
          <p className="grow min-w-0">
            <span className="block truncate font-medium">{copy.reservedFor(data.name)}</span>
            <span className="num block truncate text-12 text-ink-3">
              {copy.until(momentText(data.until))}
            </span>
          </p>
          <Button size="sm" pending={isPending} onClick={endReservation}>
            {copy.release}
          </Button>
        </>
      )}
      {dialog.serial > 0 ? (
        <Suspense>
          <ReserveDialog
            key={dialog.serial}
            open={dialog.isOpen}
            onClose={() => setDialog((now) => ({ ...now, isOpen: false }))}
            documentId={documentId}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
