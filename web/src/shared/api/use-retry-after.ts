// A countdown of the waiting time that the server asked for (Retry-After).
import { useCallback, useEffect, useState } from 'react'
import { calls } from '../copy/calls'
import { ApiError } from './error'

type Countdown = { text: string; until: number }

export type RetryAfter = {
  /** The message with the remaining time, or null when a new attempt is allowed. */
  text: string | null
  /** Starts the countdown if the error says how long to wait, and returns true. Otherwise returns false. */
  startFrom: (error: unknown) => boolean
  /** Starts a countdown to a known time. A time in the past does nothing. */
  startUntil: (text: string, until: number) => void
}

export function useRetryAfter(): RetryAfter {
  const [waiting, setWaiting] = useState<Countdown | null>(null)
  const [now, setNow] = useState(0)

  useEffect(() => {
    if (waiting === null) return
    const timer = setInterval(() => {
      if (Date.now() >= waiting.until) setWaiting(null)
      setNow(Date.now())
    }, 1_000)
    return () => clearInterval(timer)
  }, [waiting])

  const startUntil = useCallback((text: string, until: number) => {
    const now = Date.now()
    setNow(now)
    setWaiting(until > now ? { text, until } : null)
  }, [])

  return {
    startUntil,
    text:
      waiting === null
        ? null
        : `${waiting.text} ${calls.retryAfter(waitText((waiting.until - now) / 1_000))}`,
    startFrom(error) {
      if (!(error instanceof ApiError) || error.retryAfterSeconds === null || error.retryAfterSeconds === 0)
        return false
      startUntil(withoutWait(error.message), Date.now() + error.retryAfterSeconds * 1_000)
      return true
    },
  }
}

/** Removes the waiting time from the server's message; the countdown replaces it. */
export function withoutWait(text: string): string {
  return text.replace(/\s*(please )?try again in [^.]*\.?/i, '').trim()
}

/** Formats a waiting time: in seconds below a minute, else in minutes rounded up. */
export function waitText(seconds: number): string {
  const left = Math.max(1, Math.ceil(seconds))
  return left < 60 ? calls.seconds(left) : calls.minutes(Math.ceil(left / 60))
}
