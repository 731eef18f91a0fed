// The content of the side rail. Its code is loaded with the first screen that has a rail.
import { Suspense } from 'react'
import { useRail } from '@/entities/rail/rail'
import { lazy } from '@/shared/lib/lazy'

const Rail = lazy(async () => ({ default: (await import('@/features/rail/rail')).Rail }))

export function RailHost() {
  const isFolded = useRail() === 'folded'
  return (
    <Suspense>
      <Rail isFolded={isFolded} />
    </Suspense>
  )
}
