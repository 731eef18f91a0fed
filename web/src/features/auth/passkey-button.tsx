// The button that signs in or unlocks with a passkey.
import { Fingerprint } from 'lucide-react'
import { passkeys as copy } from '@/shared/copy/identity/passkeys'
import { Button } from '@/shared/ui/button'

type PasskeyButtonProps = { label: string; isPending: boolean; onClick: () => void }

export function PasskeyButton({ label, isPending, onClick }: PasskeyButtonProps) {
  return (
    <Button
      size="lg"
      block
      icon={<Fingerprint aria-hidden />}
      pending={isPending}
      pendingLabel={copy.waiting}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
