// The idempotency key of a request that moves money. If the response is lost and the same request is sent again, it
// keeps its key, so that the server processes it only once; a changed request, or one after a success, gets a new key.
import { useState } from 'react'

export interface Attempts {
  keyFor: (request: unknown) => string
  /** Called after a success: the next request gets a new key, even if it has the same content. */
  done: () => void
}

export function createAttempts(newKey: () => string = freshKey): Attempts {
  let last: { request: string; key: string } | null = null
  return {
    keyFor(request) {
      const text = JSON.stringify(request)
      if (last?.request !== text) last = { request: text, key: newKey() }
      return last.key
    },
    done() {
      last = null
    },
  }
}

export function useAttempts(): Attempts {
  return useState(() => createAttempts())[0]
}

/** Returns a random UUID. Browsers provide crypto.randomUUID only over HTTPS or on localhost. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
