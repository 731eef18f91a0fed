// Fills the window until it is known whether somebody is signed in.
import { brand } from '@/shared/copy/brand'
import { LogoMark } from '@/shared/ui/logo'

export function LoadingScreen() {
  return (
    <div role="status" className="grid place-content-center justify-items-center gap-4 min-h-dvh text-ink-2">
      <LogoMark size={40} className="animate-breathe text-ink" />
      {brand.loading}
    </div>
  )
}
