import { describe, expect, it } from 'vitest'
import type { Document } from '../documents/document'
import { createPlayer } from './player'

const track = (id: string, title = id) => ({ id, title }) as Document
const LIST = [track('a'), track('b'), track('c')] as const

function opened(at = 1) {
  const player = createPlayer()
  player.open(LIST[at] as Document, LIST)
  return player
}

describe('what the player holds', () => {
  it('walks through the list it was opened from, and no further (PLAY-06)', () => {
    const player = opened()
    player.next()
    expect(player.get().current?.id).toBe('c')
    expect(player.hasNext()).toBe(false)
    player.next()
    expect(player.get().current?.id).toBe('c')
    player.previous()
    player.previous()
    expect(player.get().current?.id).toBe('a')
    expect(player.hasPrevious()).toBe(false)
  })

  it('keeps its size for the next track and opens in the middle after a close (PLAY-01)', () => {
    const player = opened()
    player.setMode('minimized')
    player.open(LIST[0], LIST)
    expect(player.get().mode).toBe('minimized')
    player.close()
    player.open(LIST[0], LIST)
    expect(player.get()).toMatchObject({ mode: 'windowed', isPlaying: true })
  })

  it('closes when what plays is deleted, and forgets what else is (PLAY-05)', () => {
    const player = opened()
    player.removeDocument('c')
    expect(player.hasNext()).toBe(false)
    expect(player.get().current?.id).toBe('b')
    player.removeDocument('b')
    expect(player.get().current).toBeNull()
  })

  it('takes news of a title, and cannot play while closed', () => {
    const player = opened()
    player.updateDocument(track('b', 'Renamed'))
    expect(player.get().current?.title).toBe('Renamed')
    player.close()
    player.setPlaying(true)
    expect(player.get().isPlaying).toBe(false)
  })

  it('opens a kept queue paused at its position, but not over what plays (QUEUE-01)', () => {
    const player = createPlayer()
    const kept = { current: LIST[0], past: [], queuedByHand: [], rest: [LIST[1]], source: [LIST[0], LIST[1]] }
    player.restore(kept, 42)
    expect(player.get()).toMatchObject({ current: { id: 'a' }, startAt: 42, isPlaying: false })
    player.next()
    player.restore(kept, 42)
    expect(player.get()).toMatchObject({ current: { id: 'b' }, startAt: 0 })
  })
})
