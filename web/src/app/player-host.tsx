// Where the player lives: above the routes, so that it plays on across screens, and gone with the session. Its
// window is fetched with the first track.
import { lazy, Suspense, useEffect } from 'react'
import { player, usePlayer } from '@/entities/player/player'

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
