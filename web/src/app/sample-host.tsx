// Shows the sample data banner on screens that show sample rows. Its code is loaded only for accounts that have some.
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { settingsQuery } from '@/entities/settings/queries'
import { PATHS } from '@/shared/config/paths'
import { lazy } from '@/shared/lib/lazy'

const SampleBanner = lazy(async () => ({
  default: (await import('@/features/samples/sample-banner')).SampleBanner,
}))

/** Screens that show no sample rows. */
const WITHOUT: readonly string[] = [PATHS.settings, PATHS.profile, PATHS.cards]

export function SampleHost({ path }: { path: string }) {
  const { data: hasSamples } = useQuery({ ...settingsQuery, select: ({ sample_data }) => sample_data })
  if (!hasSamples || WITHOUT.includes(path)) return null
  return (
    <Suspense>
      <SampleBanner onCleared={() => document.querySelector<HTMLElement>('main')?.focus()} />
    </Suspense>
  )
}
