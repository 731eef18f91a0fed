// The signed-in devices, each of which can be signed out here.
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRevokeOtherSessions, useRevokeSession } from '@/entities/security/mutations'
import { type DeviceSession, sessionsQuery } from '@/entities/security/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { sessions as copy } from '@/shared/copy/identity/security'
import { timeAgo } from '@/shared/lib/time/time-ago'
import { Badge } from '@/shared/ui/badge'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'

export function SessionsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, isPending, error, refetch } = useQuery({ ...sessionsQuery, enabled: open })
  const revokeOthers = useRevokeOtherSessions()
  const others = data?.filter((session) => !session.isCurrent) ?? []

  const revokeAll = async () => {
    const isSure = await confirm({
      title: copy.revokeOthersQuestion,
      description: copy.revokeOthersMeaning(others.length),
      confirmLabel: copy.revokeOthersConfirm,
    })
    if (!isSure) return
    revokeOthers.mutate(undefined, {
      onSuccess: ({ revoked }) => toast.success(copy.revokedOthers(revoked), TOASTS.success),
      onError: (failure) =>
        toast.error(
          errorMessageOf(failure, copy.revokeOthersFailed) ?? copy.revokeOthersFailed,
          TOASTS.other,
        ),
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      size="lg"
      title={copy.title}
      description={copy.intro}
      footer={
        <>
          <Button onClick={onClose}>{copy.close}</Button>
          {others.length > 0 ? (
            <Button
              variant="danger"
              pending={revokeOthers.isPending}
              pendingLabel={copy.revoking}
              onClick={revokeAll}
            >
              {copy.revokeOthers}
            </Button>
          ) : null}
        </>
      }
    >
      {isPending ? <WaitingRows /> : null}
      {error !== null && isRealError(error) ? (
        <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
          {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
        </Banner>
      ) : null}
      {data === undefined ? null : (
        <ul>
          {[...data].sort(currentFirst).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {data !== undefined && others.length === 0 ? <p className="pt-3 text-ink-2">{copy.onlyThis}</p> : null}
    </Dialog>
  )
}

function SessionRow({ session }: { session: DeviceSession }) {
  const { mutateAsync, isPending } = useRevokeSession()
  const device = session.device || copy.unknownDevice
  const Icon = /android|ios|iphone|ipad|mobile/i.test(device) ? Smartphone : Monitor

  // Uses the promise and not mutate callbacks, because the row may be unmounted before the answer is handled.
  const end = async () => {
    try {
      await mutateAsync(session.id)
      toast.success(copy.revokedOne, TOASTS.success)
    } catch (failure) {
      toast.error(errorMessageOf(failure, copy.revokeFailed) ?? copy.revokeFailed, TOASTS.other)
    }
  }

  return (
    <li className="flex items-center gap-3 min-h-16 py-2.5 border-t border-line first:border-t-0">
      <Icon aria-hidden className="flex-none text-ink-3" />
      <div className="grow min-w-0">
        <p className="font-medium truncate">{device}</p>
        <p className="text-12 text-ink-3 break-words">
          {[
            session.ipAddress,
            copy.signedIn(timeAgo(session.createdAt)),
            session.isCurrent ? null : copy.lastSeen(timeAgo(session.lastSeenAt)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {session.isCurrent ? (
        <Badge tone="pos">{copy.current}</Badge>
      ) : (
        <Button
          size="sm"
          variant="danger"
          aria-label={copy.revokeOne(device)}
          pending={isPending}
          pendingLabel={copy.revoking}
          onClick={end}
        >
          {copy.revoke}
        </Button>
      )}
    </li>
  )
}

function WaitingRows() {
  return (
    <Loading label={copy.title} className="grid gap-4 py-2">
      {[180, 140].map((width) => (
        <div key={width} className="flex items-center gap-3 min-h-12">
          <Skeleton width={24} height={24} />
          <div className="grid gap-2">
            <Skeleton width={width} />
            <Skeleton width={width + 60} height={10} />
          </div>
        </div>
      ))}
    </Loading>
  )
}

/** False for the server's message that no session is active, which is not shown as an error. */
export function isRealError(error: Error): boolean {
  return !error.message.toLowerCase().includes(copy.noneMarker)
}

function currentFirst(a: DeviceSession, b: DeviceSession): number {
  return Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt)
}
