// Shows the sample data banner on screens that show sample rows. Its code is loaded only for accounts with sample data.
// Local storage remembers whether the account had sample data, so that space is reserved for the banner while it loads.
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { settingsQuery } from '@/entities/settings/queries'
import { STORAGE_KEYS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { lazy } from '@/shared/lib/lazy'

const SampleBanner = lazy(async () => ({
  default: (await import('@/features/samples/sample-banner')).SampleBanner,
}))

/** Screens that show no sample rows. */
const PATHS_WITHOUT_SAMPLES: readonly string[] = [PATHS.settings, PATHS.profile, PATHS.cards]

export function SampleHost({ path }: { path: string }) {
  const { data: hasSamples } = useQuery({ ...settingsQuery, select: ({ sample_data }) => sample_data })
  useEffect(() => {
    if (hasSamples !== undefined) storeHasSamples(hasSamples)
  }, [hasSamples])
  if (PATHS_WITHOUT_SAMPLES.includes(path) || !(hasSamples ?? readHadSamples())) return null
  if (hasSamples === undefined) return <BannerSpace />
  return (
    <Suspense fallback={<BannerSpace />}>
      <SampleBanner onCleared={() => document.querySelector<HTMLElement>('main')?.focus()} />
    </Suspense>
  )
}

/** An empty space with the height of the banner. */
function BannerSpace() {
  return <div aria-hidden className="h-[42px]" />
}

function readHadSamples(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEYS.samples) !== null
  } catch {
    return false
  }
}

function storeHasSamples(hasSamples: boolean) {
  try {
    if (hasSamples) localStorage.setItem(STORAGE_KEYS.samples, 'shown')
    else localStorage.removeItem(STORAGE_KEYS.samples)
  } catch {
    // A private window may refuse local storage; then the banner appears only after the settings have loaded.
  }
}
