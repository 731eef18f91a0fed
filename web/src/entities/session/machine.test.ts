import { describe, expect, it } from 'vitest'
import {
  initialState,
  type LockedRecord,
  reduce,
  type SessionEvent,
  type SessionState,
  type User,
} from './machine'

const maya: User = {
  id: 'u1',
  name: 'Maya Okafor',
  email: 'maya@northline.studio',
  email_confirmed: true,
  pending_email: null,
  role: 'Music Producer',
  phone: null,
  location: null,
  specialty: null,
  experience: null,
  bio: null,
  avatar: null,
  platform_links: { spotify: null, soundcloud: null, youtube: null },
  created_at: '2026-01-01T00:00:00Z',
}
const record: LockedRecord = {
  user: { id: 'u1', name: maya.name, email: maya.email, role: maya.role },
  path: '/documents',
  timestamp: 1,
}
const credentials = { email: maya.email, password: 'Harbour77x' }

const EVENTS: SessionEvent[] = [
  { type: 'started', record: null },
  { type: 'started', record },
  { type: 'signedIn', user: maya },
  { type: 'codeRequired', credentials },
  { type: 'credentialsDropped' },
  { type: 'codeAbandoned' },
  { type: 'userChanged', user: { ...maya, name: 'Maya O.' } },
  { type: 'locked', record },
  { type: 'signedOut' },
  { type: 'ended' },
]

/** A seeded random generator, so that a failing sequence can be repeated. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The high bits: the low ones of such a generator repeat after a few steps.
    return Math.floor((state / 2 ** 32) * sides)
  }
}

function run(events: SessionEvent[], from: SessionState = initialState): SessionState {
  return events.reduce(reduce, from)
}

describe('the session machine', () => {
  it('starts loading, then shows the authentication screen or the lock (SHELL-01)', () => {
    expect(initialState).toEqual({ status: 'loading' })
    expect(run([{ type: 'started', record: null }]).status).toBe('unauthenticated')
    expect(run([{ type: 'started', record }])).toEqual({
      status: 'locked',
      record,
      step: { name: 'credentials' },
    })
  })

  it('asks for a code, keeps the credentials for it, and forgets them on Back (AUTH-07)', () => {
    const waiting = run([
      { type: 'started', record: null },
      { type: 'codeRequired', credentials },
    ])
    expect(waiting).toEqual({ status: 'twoFactor', credentials })
    expect(JSON.stringify(reduce(waiting, { type: 'codeAbandoned' }))).not.toContain('Harbour77x')
  })

  it('has a code step of its own behind the lock (LOCK-05)', () => {
    const waiting = run([
      { type: 'started', record },
      { type: 'codeRequired', credentials },
    ])
    expect(waiting).toMatchObject({ status: 'locked', step: { name: 'code', credentials } })
    expect(reduce(waiting, { type: 'credentialsDropped' })).toMatchObject({
      step: { name: 'code', credentials: null },
    })
    expect(reduce(waiting, { type: 'codeAbandoned' })).toMatchObject({
      status: 'locked',
      step: { name: 'credentials' },
    })
  })

  it('changes the user only for the person who is signed in', () => {
    const inside = run([{ type: 'signedIn', user: maya }])
    expect(reduce(inside, { type: 'userChanged', user: { ...maya, name: 'M' } })).toMatchObject({
      user: { name: 'M' },
    })
    expect(reduce(inside, { type: 'userChanged', user: { ...maya, id: 'u2' } })).toBe(inside)
  })

  it('opens by a sign-in and by nothing else, over ten thousand random steps (LOCK-07)', () => {
    const roll = dice(20_261_115)
    let state = initialState
    let openings = 0
    let locks = 0
    let heldPasswords = 0
    for (let step = 0; step < 10_000; step += 1) {
      const event = EVENTS[roll(EVENTS.length)]
      if (event === undefined) throw new Error('the dice are broken')
      const next = reduce(state, event)
      const opened = state.status !== 'authenticated' && next.status === 'authenticated'
      if (opened) {
        openings += 1
        expect(event.type).toBe('signedIn')
      }
      if (state.status === 'locked' && next.status !== 'locked')
        expect(['signedIn', 'signedOut']).toContain(event.type)
      if (next.status === 'locked' && state.status !== 'locked') {
        locks += 1
        expect(['locked', 'started']).toContain(event.type)
      }
      // Neither the user nor a password outlives the state that needs them (LOCK-02).
      if (next.status !== 'authenticated') expect('user' in next).toBe(false)
      const holdsPassword = JSON.stringify(next).includes(credentials.password)
      if (holdsPassword) {
        heldPasswords += 1
        expect(next.status === 'twoFactor' || (next.status === 'locked' && next.step.name === 'code')).toBe(
          true,
        )
      }
      state = next
    }
    // Checks that the random steps covered all the transitions that are tested above.
    for (const count of [openings, locks, heldPasswords]) expect(count).toBeGreaterThan(100)
  })
})
