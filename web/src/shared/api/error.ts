// The error of a refused call, with everything a screen can use: the server's message, the fields at fault, the
// status, and how long to wait before another attempt.
import { calls } from '../copy/calls'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The server's message, or null if it sent none. */
  readonly serverText: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterSeconds: number | null
  /** True if the call needs a fresh proof of identity, which the person did not give. */
  readonly requiresProof: boolean
  /** The whole response body, for fields that only one screen reads, such as the faulty lines of a contract. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const serverText = textOf(body)
    super(serverText ?? calls.httpError(status))
    this.status = status
    this.serverText = serverText
    this.fields = fieldsOf(body)
    this.retryAfterSeconds = secondsOf(retryAfter)
    this.details = isRecord(body) ? body : {}
    this.requiresProof = isRecord(body) && body.requiresProof === true
  }
}

/**
 * Returns the message for a failed request: the server's own if it sent one, else `fallback`. Null means that the
 * server did not answer.
 */
export function errorMessageOf(error: unknown, fallback: string): string | null {
  return error instanceof ApiError ? (error.serverText ?? fallback) : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(body: unknown): string | null {
  return isRecord(body) && typeof body.error === 'string' && body.error !== '' ? body.error : null
}

function fieldsOf(body: unknown): Record<string, string> {
  if (!isRecord(body) || !isRecord(body.fields)) return {}
  const texts = Object.entries(body.fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

function secondsOf(header: string | null): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, Math.ceil((until - Date.now()) / 1_000))
}
