// A screen whose code is loaded when it is opened, or before, when the pointer is on its link. If the code cannot be
// fetched because the server cannot be reached, the frame stays and a notice is shown until the code has loaded; the
// page is not reloaded.
import { type ComponentType, type FunctionComponent, Suspense, use } from 'react'
import { ScreenAway } from '@/features/onboarding/screen-away'
import { loadPatiently } from '@/shared/lib/lazy'

const FAILURE_SHOWN_MS = 500

interface Source {
  component: ComponentType | null
  load: () => Promise<void>
  /** The pending load, which waits for the server to be reachable again. */
  patient: Promise<void> | null
}

type LazyScreen = FunctionComponent & { preload: () => Promise<void> | undefined }

export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyScreen {
  const source: Source = {
    component: null,
    load: async () => {
      source.component = (await load())[name] as ComponentType
    },
    patient: null,
  }
  return Object.assign(() => <ScreenOf source={source} />, {
    // The router awaits this before it leaves the previous screen. A failure is shown by the screen itself.
    preload: () => (source.component ? undefined : source.load().catch(() => {})),
  })
}

function ScreenOf({ source }: { source: Source }) {
  if (source.component) return <source.component />
  return (
    <Suspense fallback={<ScreenAway />}>
      <Loading source={source} />
    </Suspense>
  )
}

function Loading({ source }: { source: Source }) {
  if (source.component === null) {
    source.patient ??= loadPatiently(source.load).catch((error: unknown) => {
      // The failed promise is kept until the failure is on screen, so that only the retry button loads again.
      setTimeout(() => {
        source.patient = null
      }, FAILURE_SHOWN_MS)
      throw error
    })
    use(source.patient)
  }
  return source.component ? <source.component /> : null
}
