// The typed client of the API: types from its OpenAPI document, the bearer token of this tab, and refused requests as
// ApiError. It shows no messages; the screens do.
import createClient, { type Middleware } from 'openapi-fetch'
import { connection } from './connection'
import { ApiError } from './error'
import { fetchWithProof } from './proof'
import type { components, paths } from './schema.gen'
import { bearer } from './token'

export type Schemas = components['schemas']

/** The body of a 401 that asks for a two-factor code, which is handled as an answer and not as an error. */
type TwoFactorNeeded = { success: false; requires2FA: true; error?: string }

const session: Middleware = {
  onRequest({ request }) {
    const token = bearer.get()
    if (token !== null && !request.headers.has('Authorization')) {
      request.headers.set('Authorization', authorization(token))
    }
    return request
  },
  onResponse({ request, response }) {
    const sent = request.headers.get('Authorization')
    if (response.status === 401 && sent !== null) bearer.rejected(sent.replace(/^Bearer /, ''))
    return undefined
  },
}

export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? '',
  // fetch is looked up at each call, so that tests can replace it.
  fetch: (request) => fetchWithProof(request, (one) => connection.watch(globalThis.fetch(one))),
})
api.use(session)

type Answer<T> = { data?: T; error?: unknown; response: Response }

/** Returns the body of a successful call; throws an ApiError for any other. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call
  if (!response.ok || data === undefined || data === null) throw refusal(error, response)
  if (isRefusal(data)) throw refusal(data, response)
  return data
}

/** Like unwrap, but returns a 401 that asks for a two-factor code instead of throwing it. */
export async function unwrapOrTwoFactor<T>(
  call: Promise<Answer<T>>,
): Promise<NonNullable<T> | TwoFactorNeeded> {
  const { data, error, response } = await call
  if (response.status === 401 && asksForCode(error)) return error
  if (!response.ok || data === undefined || data === null) throw refusal(error, response)
  if (isRefusal(data) && !asksForCode(data)) throw refusal(data, response)
  return data
}

/** Options for calls with a token that this tab no longer holds or does not hold yet. */
export function asBearer(token: string) {
  return { headers: { Authorization: authorization(token) } }
}

/** Options for a request that must reach the server although the page or the session is about to end (keepalive). */
export function asKeepalive() {
  const token = bearer.get()
  return { keepalive: true, ...(token === null ? {} : asBearer(token)) }
}

function authorization(token: string) {
  return `Bearer ${token}`
}

function refusal(body: unknown, response: Response) {
  return new ApiError(response.status, body, response.headers.get('Retry-After'))
}

/** True for a response body that reports a failure, whatever the status of the response. */
function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

function asksForCode(body: unknown): body is TwoFactorNeeded {
  return typeof body === 'object' && body !== null && 'requires2FA' in body && body.requires2FA === true
}
