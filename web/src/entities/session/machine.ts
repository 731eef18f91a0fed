// The session as a pure state machine: which of five states the app is in, and which may follow. It touches no
// storage, clock or network, so that every rule can be tested as a function. An event that does not fit the current
// state leaves it unchanged, so that late events (a lock from another tab, an answer after sign-out) have no effect.
import type { Schemas } from '@/shared/api/client'
import type { KnownPasskey } from '@/shared/lib/webauthn'

export type User = Schemas['User']
export type LockedUser = Pick<User, 'id' | 'name' | 'email' | 'role'>
export type Credentials = { email: string; password: string }
export type LockedRecord = {
  user: LockedUser
  path: string
  timestamp: number
  /** The account's passkeys; any of them unlocks the screen. */
  passkeys?: readonly KnownPasskey[]
}

/** The step that asks for a two-factor code; `credentials` is null after they were dropped from memory. */
type CodeStep = { name: 'code'; credentials: Credentials | null }
export type LockStep = { name: 'credentials' } | CodeStep

export type SessionState =
  /** `isAway` is true if the server could not be reached to check the stored token. */
  | { status: 'loading'; isAway?: boolean }
  | { status: 'unauthenticated'; reason: 'start' | 'signedOut' | 'ended' }
  | { status: 'twoFactor'; credentials: Credentials | null }
  | { status: 'authenticated'; user: User }
  | { status: 'locked'; record: LockedRecord; step: LockStep }

export type SessionEvent =
  | { type: 'unreachable' }
  | { type: 'started'; record: LockedRecord | null }
  | { type: 'signedIn'; user: User }
  | { type: 'codeRequired'; credentials: Credentials }
  | { type: 'credentialsDropped' }
  | { type: 'codeAbandoned' }
  | { type: 'userChanged'; user: User }
  | { type: 'locked'; record: LockedRecord }
  | { type: 'signedOut' }
  | { type: 'ended' }

export const initialState: SessionState = { status: 'loading' }

export function reduce(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      return state.status === 'loading' ? startState(event.record) : state
    case 'unreachable':
      return state.status === 'loading' ? { status: 'loading', isAway: true } : state
    case 'signedIn':
      return { status: 'authenticated', user: event.user }
    case 'codeRequired':
      return codeRequired(state, event.credentials)
    case 'credentialsDropped':
      return withoutCredentials(state)
    case 'codeAbandoned':
      return codeAbandoned(state)
    case 'userChanged':
      return state.status === 'authenticated' && state.user.id === event.user.id
        ? { status: 'authenticated', user: event.user }
        : state
    case 'locked':
      return state.status === 'authenticated'
        ? { status: 'locked', record: event.record, step: { name: 'credentials' } }
        : state
    case 'signedOut':
      return { status: 'unauthenticated', reason: 'signedOut' }
    case 'ended':
      return state.status === 'authenticated' || state.status === 'loading'
        ? { status: 'unauthenticated', reason: 'ended' }
        : state
  }
}

function startState(record: LockedRecord | null): SessionState {
  return record === null
    ? { status: 'unauthenticated', reason: 'start' }
    : { status: 'locked', record, step: { name: 'credentials' } }
}

function codeRequired(state: SessionState, credentials: Credentials): SessionState {
  if (state.status === 'unauthenticated' || state.status === 'twoFactor')
    return { status: 'twoFactor', credentials }
  if (state.status === 'locked') return { ...state, step: { name: 'code', credentials } }
  return state
}

function withoutCredentials(state: SessionState): SessionState {
  if (state.status === 'twoFactor') return { status: 'twoFactor', credentials: null }
  if (state.status === 'locked' && state.step.name === 'code') {
    return { ...state, step: { name: 'code', credentials: null } }
  }
  return state
}

function codeAbandoned(state: SessionState): SessionState {
  // Back from the code step leads to sign-in, not to sign-up.
  if (state.status === 'twoFactor') return { status: 'unauthenticated', reason: 'signedOut' }
  if (state.status === 'locked') return { ...state, step: { name: 'credentials' } }
  return state
}
