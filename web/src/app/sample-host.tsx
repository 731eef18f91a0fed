// The banner over sample data, on the screens that show some. Fetched only where there is any.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { settingsQuery } from '@/entities/settings/queries'
import { PATHS } from '@/shared/config/paths'

const SampleBanner = lazy(async () => ({
  default: (await import('@/features/samples/sample-banner')).SampleBanner,
}))

/** Screens that are about the account itself, or that hold no sample rows. */
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
