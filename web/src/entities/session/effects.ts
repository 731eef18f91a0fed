// All side effects of the session: the token in local storage, the locked record in session storage, the API calls,
// the other tabs, the idle watch. Each step changes the state machine through one event. On lock and sign-out the
// stored token is removed first, so that a failure afterwards leaves nobody signed in.
import { ApiError } from '@/shared/api/error'
import type { Bearer } from '@/shared/api/token'
import { ACCOUNT_DELETION, SESSION, STORAGE_KEYS } from '@/shared/config/limits'
import type { KnownPasskey, UsedPasskey } from '@/shared/lib/webauthn'
import type { SessionCalls, SignUpForm } from './calls'
import type { Clock } from './clock'
import { createIdleWatch } from './idle-watch'
import { dropLockedRecord, loadLockedRecord, lockedUser, saveLockedRecord } from './locked-record'
import { type Credentials, initialState, reduce, type SessionEvent, type User } from './machine'
import { observable } from './observable'
import type { TabMessage, Tabs } from './tabs'

/** How long a password stays in memory while the two-factor code is awaited. */
const KEEP_CREDENTIALS_MS = 5 * 60_000
/**
 * How long to wait for another tab's message, which says why the token was removed, after the storage event of the
 * removal.
 */
const REASON_GRACE_MS = 250

/** The events that the person is notified about. 'left' means leaving the lock screen, which needs no message. */
export type Notice = 'locked' | 'entered' | 'ended' | 'signedOut' | 'left'
type CodeAnswer = { kind: 'signedIn'; user: User } | { kind: 'wrongCode'; text: string | null }
type SignInAnswer = { kind: 'signedIn'; user: User } | { kind: 'codeRequired' }

/** The two-factor code was submitted after the credentials of the first step had been dropped. */
export class NoCredentialsError extends Error {
  override readonly name = 'NoCredentialsError'
}

/** True if the server answered and does not know the token. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

type SessionOptions = {
  calls: SessionCalls
  bearer: Bearer
  clock: Clock
  /** The page whose events count, with its local and session storage. */
  page: Window
  tabs: Tabs
}

export function createSession({ calls, bearer, clock, page, tabs }: SessionOptions) {
  const local = page.localStorage
  const own = page.sessionStorage
  const state = observable(initialState)
  const noticeListeners = new Set<(notice: Notice) => void>()
  const leaveListeners = new Set<() => void>()
  const beforeLeaveListeners = new Set<() => void>()
  // Incremented on every sign-in and sign-out, so that answers to earlier requests are recognized as outdated.
  let epoch = 0
  let cancelDrop = () => {}
  // Messages that other tabs sent before this moment belong to an earlier session.
  let enteredAt = 0
  // True after the account was deleted: the current screen stays to show that, and no other event may close it.
  let isLeavingForGood = false
  let isAskingToLeave = false
  // The passkeys of the signed-in user, for the lock screen.
  let passkeys: readonly KnownPasskey[] = []

  const idle = createIdleWatch({
    clock,
    storage: local,
    page,
    lock: lockHere,
    heartbeat: () => {
      // A refused call is handled by the token's rejection; a lost connection is retried next minute.
      calls.heartbeat().catch(() => {})
    },
  })

  const dispatch = (event: SessionEvent) => state.set(reduce(state.get(), event))
  const notify = (notice: Notice) => {
    for (const listener of noticeListeners) listener(notice)
  }
  const currentPath = () => `${page.location.pathname}${page.location.search}${page.location.hash}`
  const goTo = (path: string) => {
    if (path !== currentPath()) page.history.replaceState(null, '', path)
  }

  function enterSession(user: User, token: string) {
    epoch += 1
    enteredAt = clock.now()
    isLeavingForGood = false
    isAskingToLeave = false
    passkeys = []
    cancelDrop()
    const before = state.get()
    if (before.status === 'locked') goTo(before.record.user.id === user.id ? before.record.path : '/')
    if (local.getItem(STORAGE_KEYS.token) !== token) local.setItem(STORAGE_KEYS.token, token)
    bearer.set(token)
    dropLockedRecord(own)
    dispatch({ type: 'signedIn', user })
    if (local.getItem(STORAGE_KEYS.known) === null) local.setItem(STORAGE_KEYS.known, 'yes')
    idle.stop()
    idle.start()
    notify('entered')
  }

  /** Removes the token from memory and storage, and returns it for the request that revokes it on the server. */
  function forgetToken(): string | null {
    const token = bearer.get()
    // Another tab may have stored a newer token, which must stay.
    if (token === local.getItem(STORAGE_KEYS.token)) local.removeItem(STORAGE_KEYS.token)
    bearer.set(null)
    return token
  }

  function leaveSession(event: SessionEvent, notice: Notice) {
    epoch += 1
    cancelDrop()
    idle.stop()
    dispatch(event)
    for (const listener of leaveListeners) listener()
    notify(notice)
  }

  function lock(): string | null {
    const now = state.get()
    if (now.status !== 'authenticated') return null
    for (const listener of beforeLeaveListeners) listener()
    const token = forgetToken()
    const record = { user: lockedUser(now.user), path: currentPath(), timestamp: clock.now(), passkeys }
    saveLockedRecord(own, record)
    leaveSession({ type: 'locked', record }, 'locked')
    return token
  }

  /** Locks this tab, then the other tabs, then revokes the token on the server. */
  function lockHere() {
    const token = lock()
    if (token === null) return
    idle.dropActivity()
    tabs.send({ type: 'locked', at: clock.now() })
    calls.lock(token).catch(() => {})
  }

  function endSession() {
    if (state.get().status !== 'authenticated' || isLeavingForGood || isAskingToLeave) return
    forgetToken()
    leaveSession({ type: 'ended' }, 'ended')
    reconcile()
  }

  function finishSignOut(notice: Notice) {
    dropLockedRecord(own)
    // Sign out before changing the address, or the app's router would still react to the new address.
    leaveSession({ type: 'signedOut' }, notice)
    goTo('/login')
  }

  function awaitCode(credentials: Credentials) {
    cancelDrop()
    cancelDrop = clock.after(KEEP_CREDENTIALS_MS, () => dispatch({ type: 'credentialsDropped' }))
    dispatch({ type: 'codeRequired', credentials })
  }

  function pendingCredentials(): Credentials | null {
    const now = state.get()
    if (now.status === 'twoFactor') return now.credentials
    return now.status === 'locked' && now.step.name === 'code' ? now.step.credentials : null
  }

  /** Takes over the token of another tab that has signed in, unless this tab is locked for another user. */
  async function followToken(token: string) {
    if (token === bearer.get()) return
    const epochBefore = epoch
    const { user } = await calls.me(token)
    if (epochBefore !== epoch) return
    const now = state.get()
    if (now.status === 'locked' && now.record.user.id !== user.id) return
    if (now.status === 'authenticated' && now.user.id === user.id) {
      enteredAt = clock.now()
      bearer.set(token)
      dispatch({ type: 'userChanged', user })
      return
    }
    if (now.status === 'authenticated') {
      for (const listener of leaveListeners) listener()
      goTo('/')
    }
    enterSession(user, token)
  }

  function onTokenGone() {
    if (state.get().status !== 'authenticated') return
    bearer.set(null)
    const epochBefore = epoch
    clock.after(REASON_GRACE_MS, () => {
      if (epochBefore === epoch && bearer.get() === null) endSession()
    })
  }

  /** Synchronizes this tab with the token in local storage, after a storage event or when the page wakes up. */
  function reconcile() {
    if (state.get().status === 'loading') return
    const token = local.getItem(STORAGE_KEYS.token)
    if (token === null) onTokenGone()
    // A token that the server refuses leaves this tab as it is.
    else followToken(token).catch(() => {})
  }

  function onStorage({ key }: StorageEvent) {
    if (key === STORAGE_KEYS.token || key === null) reconcile()
  }

  function onMessage(message: TabMessage) {
    if (message.type === 'userChanged') dispatch({ type: 'userChanged', user: message.user })
    if (message.type === 'timeoutChanged') idle.setTimeoutMinutes(message.minutes)
    if (message.type === 'locked' && message.at >= enteredAt) lock()
    if (message.type === 'signedOut' && message.at >= enteredAt) {
      const { status } = state.get()
      if (status !== 'authenticated' && status !== 'locked') return
      forgetToken()
      finishSignOut('left')
    }
  }

  function onTimeoutChanged(event: Event) {
    const minutes: unknown = event instanceof CustomEvent ? event.detail : null
    if (typeof minutes !== 'number') return
    idle.setTimeoutMinutes(minutes)
    tabs.send({ type: 'timeoutChanged', minutes })
  }

  async function restoreSession(token: string) {
    const record = loadLockedRecord(own, clock.now())
    const epochBefore = epoch
    try {
      const { user } = await calls.me(token)
      if (epochBefore !== epoch) return
      if (record !== null && record.user.id !== user.id) dispatch({ type: 'started', record })
      else enterSession(user, token)
    } catch (error) {
      if (epochBefore !== epoch) return
      if (isRefused(error)) {
        if (local.getItem(STORAGE_KEYS.token) === token) local.removeItem(STORAGE_KEYS.token)
        startWithoutToken()
        return
      }
      // The server did not answer or failed (5xx): the token may still be valid.
      dispatch({ type: 'unreachable' })
      clock.after(SESSION.restoreRetryMs, () => {
        const stored = local.getItem(STORAGE_KEYS.token)
        if (epochBefore !== epoch) return
        if (stored === null) startWithoutToken()
        else restoreSession(stored)
      })
    }
  }

  /** Starts without a token: shows the lock screen if this tab has a locked record, else the authentication screen. */
  function startWithoutToken() {
    const record = loadLockedRecord(own, clock.now())
    dispatch({ type: 'started', record })
    if (record !== null) notify('locked')
  }

  return {
    state,
    warning: idle.warning,
    /** True if somebody has signed in with this browser before. */
    isKnownHere: () => local.getItem(STORAGE_KEYS.known) !== null,

    /** Wires the session to the page and finds out whether someone is already signed in. */
    async start() {
      page.addEventListener('storage', onStorage)
      page.addEventListener(SESSION.timeoutChangedEvent, onTimeoutChanged)
      bearer.onRejected(endSession)
      page.addEventListener('pageshow', reconcile)
      page.document.addEventListener('visibilitychange', reconcile)
      tabs.listen(onMessage)
      const token = local.getItem(STORAGE_KEYS.token)
      if (token === null) {
        startWithoutToken()
      } else if (idle.isStale()) {
        local.removeItem(STORAGE_KEYS.token)
        idle.dropActivity()
        calls.lock(token).catch(() => {})
        const record = loadLockedRecord(own, clock.now())
        dispatch(record === null ? { type: 'ended' } : { type: 'started', record })
        notify('locked')
      } else {
        await restoreSession(token)
      }
    },

    async signIn(credentials: Credentials): Promise<SignInAnswer> {
      const answer = await calls.login(credentials)
      if ('requires2FA' in answer) {
        awaitCode(credentials)
        return { kind: 'codeRequired' }
      }
      enterSession(answer.user, answer.token)
      return { kind: 'signedIn', user: answer.user }
    },

    /** A passkey counts as both factors, so no code follows. */
    async signInWithPasskey(credential: UsedPasskey): Promise<User> {
      const { user, token } = await calls.passkeySignIn(credential)
      enterSession(user, token)
      return user
    },

    /** Stores the account's passkeys, as read from the server, for the lock screen. */
    setPasskeys(known: readonly KnownPasskey[]) {
      passkeys = known
    },

    async submitCode(code: string): Promise<CodeAnswer> {
      const credentials = pendingCredentials()
      if (credentials === null) throw new NoCredentialsError()
      const answer = await calls.login(credentials, code)
      if ('requires2FA' in answer) return { kind: 'wrongCode', text: answer.error ?? null }
      enterSession(answer.user, answer.token)
      return { kind: 'signedIn', user: answer.user }
    },

    abandonCode() {
      cancelDrop()
      dispatch({ type: 'codeAbandoned' })
    },

    async signUp(form: SignUpForm): Promise<User> {
      const { user, token } = await calls.signUp(form)
      enterSession(user, token)
      return user
    },

    /** Removes the token before calling the server, so that signing out works without a connection. */
    signOut() {
      for (const listener of beforeLeaveListeners) listener()
      const token = forgetToken()
      idle.dropActivity()
      finishSignOut('signedOut')
      tabs.send({ type: 'signedOut', at: clock.now() })
      if (token !== null) calls.logout(token).catch(() => {})
    },

    /**
     * Called with true while the account is being deleted, with false if that failed. Meanwhile the end of the session
     * is not reported, because the event stream may announce it before the response arrives.
     */
    setAskingToLeave(isAsking: boolean) {
      isAskingToLeave = isAsking
    },

    /**
     * Called after the account was deleted: the token is removed at once, the screen changes a few seconds later, so
     * that the person can read the message.
     */
    leaveForGood() {
      if (isLeavingForGood) return
      isLeavingForGood = true
      isAskingToLeave = false
      forgetToken()
      idle.stop()
      idle.dropActivity()
      tabs.send({ type: 'signedOut', at: clock.now() })
      clock.after(ACCOUNT_DELETION.redirectMs, () => {
        if (isLeavingForGood) finishSignOut('left')
        isLeavingForGood = false
      })
    },

    /** Leaves the lock screen for the authentication screen, so that somebody else can sign in. */
    leaveLock() {
      if (state.get().status === 'locked') finishSignOut('left')
    },

    changeUser(user: User) {
      dispatch({ type: 'userChanged', user })
      tabs.send({ type: 'userChanged', user })
    },

    /** Replaces the user in this tab only; every tab fetches the user by itself. */
    replaceUser: (user: User) => dispatch({ type: 'userChanged', user }),

    /**
     * Sets the timeout from the account's settings. A change made in this tab is announced by a window event instead.
     */
    setTimeoutMinutes: idle.setTimeoutMinutes,
    announceTimeout(minutes: number) {
      page.dispatchEvent(new CustomEvent(SESSION.timeoutChangedEvent, { detail: minutes }))
    },

    extend: idle.extend,
    dismissWarning: idle.dismiss,
    activity: { media: idle.keepAwake },

    onNotice(listener: (notice: Notice) => void) {
      noticeListeners.add(listener)
      return () => {
        noticeListeners.delete(listener)
      }
    },
    /** Registers a listener for a lock or a sign-out that is about to happen, while the token is still there. */
    onBeforeLeave(listener: () => void) {
      beforeLeaveListeners.add(listener)
      return () => {
        beforeLeaveListeners.delete(listener)
      }
    },
    /** Registers a listener that clears the data loaded for one person before the next one signs in. */
    onLeave(listener: () => void) {
      leaveListeners.add(listener)
      return () => {
        leaveListeners.delete(listener)
      }
    },
  }
}
