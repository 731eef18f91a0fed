// Step 1 of the wizard: the QR code, or the secret to copy.
import { twoFactorSetup } from '@/shared/copy/identity/security'
import { Banner } from '@/shared/ui/banner'
import { Button } from '@/shared/ui/button'
import { Loading, Skeleton } from '@/shared/ui/skeleton'
import { CopyButton } from './copy-button'

type ScanStepProps = {
  secret: { qrCode: string; secret: string } | undefined
  failed: boolean
  onRetry: () => void
}

export function ScanStep({ secret, failed, onRetry }: ScanStepProps) {
  if (failed) {
    return (
      <Banner tone="error" action={<Button onClick={onRetry}>{twoFactorSetup.tryAgain}</Button>}>
        {twoFactorSetup.generateFailed}
      </Banner>
    )
  }
  if (secret === undefined) {
    return (
      <Loading label={twoFactorSetup.preparing} className="grid justify-items-center gap-4">
        <Skeleton width={200} height={200} />
        <Skeleton width={280} height={36} />
      </Loading>
    )
  }
  return (
    <div className="grid justify-items-center gap-4">
      {/* Dark on white in every theme, because cameras read nothing else reliably. */}
      <img
        src={secret.qrCode}
        alt={twoFactorSetup.qrCode}
        width={200}
        height={200}
        className="rounded-control bg-knob p-2"
      />
      <div className="grid gap-1.5 w-full">
        <p className="font-medium">{twoFactorSetup.secret}</p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="num grow min-w-0 break-all text-14 px-3 py-2 rounded-control bg-surface-3">
            {groupByFour(secret.secret)}
          </code>
          <CopyButton text={secret.secret} label={twoFactorSetup.copySecret} />
        </div>
      </div>
    </div>
  )
}

/** Shows the secret in groups of four. Selecting and copying it gives the text without spaces. */
function groupByFour(secret: string) {
  return (secret.match(/.{1,4}/g) ?? []).map((four, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells two equal groups apart
    <span key={index} className="inline-block mr-2">
      {four}
    </span>
  ))
}
