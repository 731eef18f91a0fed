// The account's passkeys: adding, renaming and removing them.
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isCanceled, passkeyFailure } from '@/entities/passkeys/failure'
import { useAddPasskey, useRemovePasskey } from '@/entities/passkeys/mutations'
import { type Passkey, passkeysQuery } from '@/entities/passkeys/queries'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { timeAgo } from '@/shared/lib/time/time-ago'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { IconButton } from '@/shared/ui/icon-button'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { toast } from '@/shared/ui/toast/toast'
import { PasskeyNameDialog } from './passkey-name-dialog'

type PasskeyToName = { passkey: Passkey; isNew: boolean }

type PasskeysDialogProps = { open: boolean; accountId: string; onClose: () => void }

export function PasskeysDialog({ open, accountId, onClose }: PasskeysDialogProps) {
  const { data, isPending, error, refetch } = useQuery({ ...passkeysQuery, enabled: open })
  const add = useAddPasskey()
  const [naming, setNaming] = useState<PasskeyToName | null>(null)

  const addOne = async () => {
    try {
      const passkey = await add.mutateAsync()
      toast.success(copy.added, TOASTS.success)
      setNaming({ passkey, isNew: true })
    } catch (failure) {
      const tell = isCanceled(failure) ? toast.info : toast.error
      tell(passkeyFailure(failure, copy.addFailed), TOASTS.other)
    }
  }

  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          if (!next) onClose()
        }}
        dismissible={!add.isPending}
        title={copy.title}
        description={copy.intro}
        footer={
          <>
            <Button disabled={add.isPending} onClick={onClose}>
              {copy.close}
            </Button>
            <Button variant="primary" pending={add.isPending} pendingLabel={copy.adding} onClick={addOne}>
              {copy.addOne}
            </Button>
          </>
        }
      >
        {isPending ? <WaitingRows /> : null}
        {error === null ? null : (
          <Banner tone="error" action={<Button onClick={() => refetch()}>{copy.retry}</Button>}>
            {errorMessageOf(error, copy.loadFailed) ?? copy.loadFailed}
          </Banner>
        )}
        {data?.length === 0 ? <p className="py-2 text-ink-2">{copy.empty}</p> : null}
        {data && data.length > 0 ? (
          <ul>
            {data.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                accountId={accountId}
                onRename={() => setNaming({ passkey, isNew: false })}
              />
            ))}
          </ul>
        ) : null}
      </Dialog>
      <PasskeyNameDialog naming={naming} onClose={() => setNaming(null)} />
    </>
  )
}

type PasskeyRowProps = { passkey: Passkey; accountId: string; onRename: () => void }

function PasskeyRow({ passkey, accountId, onRename }: PasskeyRowProps) {
  const { mutateAsync, isPending } = useRemovePasskey(accountId)
  const Icon = passkey.transports.includes('internal') || passkey.synced ? Fingerprint : KeyRound

  const remove = async () => {
    const isSure = await confirm({
      title: copy.removeQuestion,
      description: copy.removeMeaning(passkey.name),
      confirmLabel: copy.remove,
    })
    if (!isSure) return
    try {
      await mutateAsync(passkey)
      toast.success(copy.removed, TOASTS.success)
    } catch (failure) {
      toast.error(errorMessageOf(failure, copy.removeFailed) ?? calls.offline, TOASTS.other)
    }
  }

  return (
    <li className="flex items-center gap-3 min-h-16 py-2.5 border-t border-line first:border-t-0">
      <Icon aria-hidden className="flex-none text-ink-3" />
      <div className="grow min-w-0">
        <p className="font-medium truncate">{passkey.name}</p>
        <p className="text-12 text-ink-3 break-words">{facts(passkey)}</p>
      </div>
      <div className="flex flex-none gap-1">
        <IconButton label={copy.renameOne(passkey.name)} icon={<Pencil aria-hidden />} onClick={onRename} />
        <IconButton
          label={copy.removeOne(passkey.name)}
          icon={<Trash2 aria-hidden />}
          disabled={isPending}
          onClick={remove}
        />
      </div>
    </li>
  )
}

function facts(passkey: Passkey): string {
  const used = passkey.last_used_at === null ? copy.neverUsed : copy.lastUsed(timeAgo(passkey.last_used_at))
  return [
    copy.created(timeAgo(passkey.created_at)),
    used,
    passkey.synced ? copy.synced : null,
    passkey.usable ? null : copy.elsewhere(passkey.rp_id),
  ]
    .filter(Boolean)
    .join(' · ')
}

function WaitingRows() {
  return (
    <Loading label={copy.title} className="flex items-center gap-3 min-h-16 py-2.5">
      <Skeleton width={24} height={24} />
      <div className="grid gap-2">
        <Skeleton width={160} />
        <Skeleton width={220} height={10} />
      </div>
    </Loading>
  )
}
