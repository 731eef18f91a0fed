import { describe, expect, it } from 'vitest'
import type { Document } from '../documents/document'
import { createPlayer } from './player'
import { upcomingOf } from './queue'

const track = (id: string) => ({ id, title: id }) as Document
const LIST = 'abcdef'.split('').map(track)
const at = (index: number) => LIST[index] as Document

/** A seeded random generator of numbers from 0 to 1. */
function seeded(seed: number) {
  let state = seed + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const ids = (list: readonly Document[]) => list.map(({ id }) => id).join('')
const ahead = (player: ReturnType<typeof createPlayer>) => ids(upcomingOf(player.get()))

function opened(index = 0, random = seeded(1)) {
  const player = createPlayer(random)
  player.open(at(index), LIST, { name: 'list' })
  return player
}

describe('the queue (QUEUE-01)', () => {
  it('plays on through the list and stops after its last track', () => {
    const player = opened(4)
    expect(ahead(player)).toBe('f')
    player.ended()
    expect(player.get()).toMatchObject({ current: { id: 'f' }, isPlaying: true, isAutomatic: true })
    player.ended()
    expect(player.get()).toMatchObject({ current: { id: 'f' }, isPlaying: false })
  })

  it('starts the list over, or the same track, as repeat says', () => {
    const player = opened(5)
    player.cycleRepeat()
    player.ended()
    expect(player.get().current?.id).toBe('a')
    expect(ahead(player)).toBe('bcdef')
    player.cycleRepeat()
    const { serial } = player.get()
    player.ended()
    expect(player.get()).toMatchObject({ current: { id: 'a' }, serial: serial + 1, repeat: 'one' })
    player.next()
    expect(player.get().current?.id).toBe('b')
    player.cycleRepeat()
    expect(player.get().repeat).toBe('off')
  })

  it('plays what was queued by hand before the rest, each once', () => {
    const player = opened(0)
    player.addToQueue([at(4)])
    player.addToQueue([at(5)])
    player.playNext([at(3)])
    expect(ahead(player)).toBe('defbc')
    player.addToQueue([at(3)])
    expect(ahead(player)).toBe('efdbc')
    player.removeUpcoming('f')
    player.next()
    player.next()
    player.next()
    expect(player.get().current?.id).toBe('b')
  })

  it('opens, small, when something is queued while nothing plays', () => {
    const player = createPlayer()
    player.addToQueue([at(2), at(0)])
    expect(player.get()).toMatchObject({ current: { id: 'c' }, mode: 'minimized', isPlaying: true })
    expect(ahead(player)).toBe('a')
  })

  it('moves an item anywhere, and items queued by hand stay before the rest', () => {
    const player = opened(0)
    player.moveUpcoming('f', 0)
    expect(ahead(player)).toBe('fbcde')
    player.addToQueue([at(4)])
    expect(ahead(player)).toBe('efbcd')
    player.moveUpcoming('e', 99)
    expect(ahead(player)).toBe('fbcde')
    player.moveUpcoming('d', -3)
    expect(ahead(player)).toBe('dfbce')
  })

  it('plays an upcoming item and comes back to what it passed', () => {
    const player = opened(0)
    player.playUpcoming('d')
    expect(ahead(player)).toBe('ef')
    player.previous()
    expect(player.get().current?.id).toBe('c')
    expect(ahead(player)).toBe('def')
  })

  it('adds later pages of its own list only', () => {
    const player = opened(5)
    player.extendList([...LIST, track('g')], 'another list')
    expect(player.hasNext()).toBe(false)
    player.extendList([...LIST, track('g')], 'list')
    expect(ahead(player)).toBe('g')
  })

  it('passes over what cannot play, but does not start over for it', () => {
    const player = opened(4)
    player.cycleRepeat()
    expect(player.skipUnplayable()).toBe(true)
    expect(player.skipUnplayable()).toBe(false)
  })

  it('keeps shuffle, repeat and volume when it is closed', () => {
    const player = opened()
    player.toggleShuffle()
    player.cycleRepeat()
    player.setSound({ volume: 0.2, isMuted: false })
    player.close()
    expect(player.get()).toMatchObject({
      current: null,
      isShuffled: true,
      repeat: 'all',
      volume: 0.2,
      rest: [],
    })
  })

  it('never has an item twice among the upcoming, loses none, and shuffle only changes the order', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const random = seeded(seed)
      const player = opened(Math.floor(random() * LIST.length), random)
      const acts = [
        () => player.next(),
        () => player.previous(),
        () => player.ended(),
        () => player.toggleShuffle(),
        () => player.cycleRepeat(),
        () => player.playNext([at(Math.floor(random() * 6))]),
        () => player.addToQueue([at(Math.floor(random() * 6)), at(Math.floor(random() * 6))]),
        () => player.moveUpcoming(at(Math.floor(random() * 6)).id, Math.floor(random() * 8) - 1),
        () => player.playUpcoming(at(Math.floor(random() * 6)).id),
      ]
      for (let step = 0; step < 40; step += 1) {
        const before = new Set(ahead(player))
        const act = acts[Math.floor(random() * acts.length)]
        act?.()
        const { current, past, source } = player.get()
        const next = ahead(player)
        expect(new Set(next).size, `seed ${seed}, step ${step}: ${next}`).toBe(next.length)
        expect(ids(source)).toBe('abcdef')
        expect(current).not.toBeNull()
        const known = new Set([...next, ...ids(past), current?.id])
        for (const id of before) expect(known.has(id), `seed ${seed}, step ${step}: lost ${id}`).toBe(true)
      }
    }
  })
})
