// Mounts the player above the routes, so that it keeps playing across screens, and unmounts it with the session. The
// window's code is loaded with the first track.
import { Suspense, useEffect } from 'react'
import { player, usePlayer } from '@/entities/player/player'
import { lazy } from '@/shared/lib/lazy'

const Player = lazy(async () => ({ default: (await import('./player')).Player }))

export function PlayerHost() {
  const { current } = usePlayer()
  useEffect(() => player.close, [])
  if (current === null) return null
  return (
    <Suspense>
      <Player />
    </Suspense>
  )
}
