// Holds the bearer token of this tab for the API client, and tells whoever listens when the server
// no longer knows it. The client must not know about sessions, so the two meet only here.

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
