// Mounts the player above the routes, so that it keeps playing across screens, and unmounts it with the session. The
// code of its window is loaded with the first track. The queue is restored after a reload.
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { player, usePlayer } from '@/entities/player/player'
import { persistPlayer } from '@/entities/player/stored-player'
import { useUser } from '@/entities/session/use-session'
import { lazy } from '@/shared/lib/lazy'

const Player = lazy(async () => ({ default: (await import('./player')).Player }))

export function PlayerHost() {
  const { current } = usePlayer()
  const client = useQueryClient()
  const userId = useUser()?.id
  useEffect(() => {
    if (userId === undefined) return
    const stop = persistPlayer(userId, async (ids) => {
      const { documentsById } = await import('@/entities/documents/by-id')
      return (await documentsById(client, ids)).found
    })
    return () => {
      stop()
      player.close()
    }
  }, [client, userId])
  if (current === null) return null
  return (
    <Suspense>
      <Player />
    </Suspense>
  )
}
