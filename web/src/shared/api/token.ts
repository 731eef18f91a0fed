// Holds the bearer token of this tab for the API client, and notifies listeners when the server refuses it. The API
// client must not import the session, so the two meet only here.

type RejectedListener = () => void

export function createBearer() {
  let current: string | null = null
  const listeners = new Set<RejectedListener>()
  return {
    get: () => current,
    set: (token: string | null) => {
      current = token
    },
    /** Called when the server refused a token. Listeners run only if it is the current one. */
    rejected: (token: string) => {
      if (token !== current) return
      for (const listener of listeners) listener()
    },
    onRejected: (listener: RejectedListener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type Bearer = ReturnType<typeof createBearer>

export const bearer = createBearer()
