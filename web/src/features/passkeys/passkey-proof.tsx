// The "Use a passkey" button of the proof dialog, for accounts that have one.
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { isCanceled, passkeyFailure } from '@/entities/passkeys/failure'
import { useProveWithPasskey } from '@/entities/passkeys/mutations'
import { passkeysQuery } from '@/entities/passkeys/queries'
import { TOASTS } from '@/shared/config/limits'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { passkeysWork } from '@/shared/lib/webauthn'
import { Button } from '@/shared/ui/button'
import { toast } from '@/shared/ui/toast/toast'

export function PasskeyProof({ accountId, onProved }: { accountId: string; onProved: () => void }) {
  const { data } = useQuery({ ...passkeysQuery, enabled: passkeysWork() })
  const { mutateAsync, isPending } = useProveWithPasskey(accountId)
  if (!data?.some((passkey) => passkey.usable)) return null

  const prove = async () => {
    try {
      await mutateAsync()
      onProved()
    } catch (error) {
      const tell = isCanceled(error) ? toast.info : toast.error
      tell(passkeyFailure(error, copy.faults.failed), TOASTS.other)
    }
  }

  return (
    <Button
      block
      icon={<Fingerprint aria-hidden />}
      pending={isPending}
      pendingLabel={copy.waiting}
      onClick={prove}
    >
      {copy.prove}
    </Button>
  )
}
