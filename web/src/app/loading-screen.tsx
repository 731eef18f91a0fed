// Fills the window until it is known whether somebody is signed in. Shows a message while the server cannot be reached.
import { useIsAway } from '@/shared/api/use-is-away'
import { brand } from '@/shared/copy/brand'
import { away } from '@/shared/copy/shell'
import { LogoMark } from '@/shared/ui/logo'

export function LoadingScreen({ isAway = false }: { isAway?: boolean }) {
  const isServerAway = useIsAway() || isAway
  return (
    <div role="status" className="grid place-content-center justify-items-center gap-4 min-h-dvh text-ink-2">
      <LogoMark size={40} className="animate-breathe text-ink" />
      {isServerAway ? away.start : brand.loading}
    </div>
  )
}
