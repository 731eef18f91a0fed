// @vitest-environment jsdom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { api, asBearer, unwrap, unwrapOrTwoFactor } from './client'
import { ApiError, errorMessageOf } from './error'
import { bearer } from './token'

// After a request without a response the app probes the server; the probe fails here.
const server = setupServer(http.get('*/api/health/live', () => HttpResponse.error()))

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  bearer.set(null)
})
afterAll(() => server.close())

const me = () => unwrap(api.GET('/api/auth/me'))
const login = () =>
  api.POST('/api/auth/login', { body: { email: 'maya@northline.studio', password: 'Harbour77x' } })

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

describe('a refused call', () => {
  it("carries the server's error, its status and the fields at fault (AUTH-12)", async () => {
    server.use(
      http.get('*/api/auth/me', () =>
        HttpResponse.json(
          { success: false, error: 'No.', fields: { email: 'taken', odd: 7 } },
          { status: 409 },
        ),
      ),
    )
    const error = await refusal(me())
    expect(error).toMatchObject({
      message: 'No.',
      serverText: 'No.',
      status: 409,
      fields: { email: 'taken' },
    })
  })

  it.each([
    ['an empty body', () => new HttpResponse(null, { status: 502 })],
    ['a page of a proxy', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })],
    ['JSON without an error', () => HttpResponse.json({ success: false }, { status: 502 })],
  ])("says 'HTTP error! status: 502' for %s (AUTH-12)", async (_name, answer) => {
    server.use(http.get('*/api/auth/me', answer))
    const error = await refusal(me())
    expect(error.message).toBe('HTTP error! status: 502')
    expect(error.serverText).toBeNull()
  })

  it('keeps how long to wait, in seconds or as a date (AUTH-13)', async () => {
    server.use(
      http.get(
        '*/api/auth/me',
        () => new HttpResponse(null, { status: 429, headers: { 'Retry-After': '42' } }),
      ),
    )
    expect((await refusal(me())).retryAfterSeconds).toBe(42)
    const date = new Date(Date.now() + 90_000).toUTCString()
    server.use(
      http.get(
        '*/api/auth/me',
        () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': date } }),
      ),
    )
    expect((await refusal(me())).retryAfterSeconds).toBeGreaterThan(80)
    server.use(http.get('*/api/auth/me', () => new HttpResponse(null, { status: 500 })))
    expect((await refusal(me())).retryAfterSeconds).toBeNull()
  })

  it('is told apart from a call that got no answer (AUTH-08)', async () => {
    server.use(http.get('*/api/auth/me', () => HttpResponse.error()))
    const error = await me().catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(ApiError)
    expect(errorMessageOf(error, 'Login failed. Please try again.')).toBeNull()
    expect(errorMessageOf(new ApiError(500, null, null), 'fallback')).toBe('fallback')
    expect(errorMessageOf(new ApiError(401, { error: 'Wrong.' }, null), 'fallback')).toBe('Wrong.')
  })
})

describe('the second factor', () => {
  it('is asked for by a normal result, though the status is 401 (AUTH-11)', async () => {
    server.use(
      http.post('*/api/auth/login', () =>
        HttpResponse.json({ success: false, error: '2FA required', requires2FA: true }, { status: 401 }),
      ),
    )
    await expect(unwrapOrTwoFactor(login())).resolves.toEqual({
      success: false,
      error: '2FA required',
      requires2FA: true,
    })
  })

  it('is not asked for by a plain 401 (AUTH-11)', async () => {
    server.use(
      http.post('*/api/auth/login', () =>
        HttpResponse.json({ success: false, error: 'Invalid email or password' }, { status: 401 }),
      ),
    )
    expect((await refusal(unwrapOrTwoFactor(login()))).message).toBe('Invalid email or password')
  })
})

describe('the bearer token', () => {
  it('goes with every call, and no call has one before sign-in (AUTH-11)', async () => {
    const seen: (string | null)[] = []
    server.use(
      http.get('*/api/auth/me', ({ request }) => {
        seen.push(request.headers.get('Authorization'))
        return HttpResponse.json({ success: true, user: { id: 'u1' } })
      }),
    )
    await me()
    bearer.set('t1')
    await me()
    await unwrap(api.GET('/api/auth/me', asBearer('t2')))
    expect(seen).toEqual([null, 'Bearer t1', 'Bearer t2'])
  })

  it('is reported when the server refuses it, but an older one is not', async () => {
    server.use(
      http.get('*/api/auth/me', () => HttpResponse.json({ success: false, error: 'x' }, { status: 401 })),
    )
    const onRejected = vi.fn()
    const stop = bearer.onRejected(onRejected)
    await refusal(me())
    expect(onRejected).not.toHaveBeenCalled()
    bearer.set('t1')
    await refusal(unwrap(api.GET('/api/auth/me', asBearer('t0'))))
    expect(onRejected).not.toHaveBeenCalled()
    await refusal(me())
    expect(onRejected).toHaveBeenCalledOnce()
    stop()
  })
})
