import { describe, expect, it, vi } from 'vitest'
import { createBearer } from '@/shared/api/token'
import { LIVE } from '@/shared/config/limits'
import { manualClock } from '../session/testing/manual-clock'
import { settle } from '../session/testing/world'
import { openStream } from './stream'

/** A mocked server whose connections the test opens, feeds and closes. */
function listening() {
  const clock = manualClock()
  const bearer = createBearer()
  bearer.set('token-1')
  const lines: { headers: Headers; signal: AbortSignal; say: (text: string) => void; end: () => void }[] = []
  let status = 200
  let lastId: string | null = null
  const names: string[] = []
  const fetch = vi.fn(async (_url: unknown, init?: RequestInit) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
    })
    const signal = init?.signal as AbortSignal
    signal.addEventListener('abort', () => {
      try {
        controller?.error(new DOMException('aborted', 'AbortError'))
      } catch {
        // The connection is already closed.
      }
    })
    lines.push({
      headers: new Headers(init?.headers),
      signal,
      say: (text) => controller?.enqueue(new TextEncoder().encode(text)),
      end: () => controller?.close(),
    })
    return new Response(status === 200 ? body : '{}', { status })
  })
  const answer = (next: number) => {
    status = next
  }
  const stream = openStream({
    bearer,
    clock,
    fetch: fetch as typeof globalThis.fetch,
    random: () => 1,
    lastId: () => lastId,
    onEvent: ({ name, id }) => {
      names.push(name)
      lastId = id ?? lastId
    },
  })
  return { clock, bearer, lines, names, fetch, stream, answer }
}

// NOTE-04
describe('the stream of events', () => {
  it('is asked for with the token, and comes back with the last id', async () => {
    const { lines, names, clock } = listening()
    await settle()
    expect(lines[0]?.headers.get('Authorization')).toBe('Bearer token-1')
    expect(lines[0]?.headers.get('Last-Event-ID')).toBeNull()
    lines[0]?.say('event: ready\nid: 41\ndata: {}\n\nevent: changed\nid: 42\ndata: {}\n\n')
    await settle()
    lines[0]?.end()
    await settle()
    expect(lines).toHaveLength(1)
    clock.pass(LIVE.firstWaitMs)
    await settle()
    expect(lines).toHaveLength(2)
    expect(lines[1]?.headers.get('Last-Event-ID')).toBe('42')
    expect(names).toEqual(['ready', 'changed'])
  })

  it('waits longer each time, but not for ever, and at once no more when it stands again', async () => {
    const { lines, fetch, clock, answer } = listening()
    await settle()
    answer(503)
    lines[0]?.end()
    await settle()
    for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
      const before = fetch.mock.calls.length
      clock.pass(wait * 1_000 - 1)
      await settle()
      expect(fetch).toHaveBeenCalledTimes(before)
      clock.pass(1)
      await settle()
      expect(fetch).toHaveBeenCalledTimes(before + 1)
    }
    answer(200)
    clock.pass(LIVE.lastWaitMs)
    await settle()
    lines.at(-1)?.say('event: ready\nid: 1\ndata: {}\n\n')
    await settle()
    lines.at(-1)?.end()
    await settle()
    const before = fetch.mock.calls.length
    clock.pass(LIVE.firstWaitMs)
    await settle()
    expect(fetch).toHaveBeenCalledTimes(before + 1)
  })

  it('takes a silent line for dead, and doubts it sooner when the page wakes', async () => {
    const { lines, stream, clock } = listening()
    await settle()
    clock.pass(LIVE.silenceMs - LIVE.watchEveryMs)
    lines[0]?.say(': \n\n')
    await settle()
    clock.pass(LIVE.silenceMs - LIVE.watchEveryMs)
    expect(lines[0]?.signal.aborted).toBe(false)
    clock.pass(2 * LIVE.watchEveryMs)
    expect(lines[0]?.signal.aborted).toBe(true)
    await settle()
    clock.pass(LIVE.firstWaitMs)
    await settle()
    clock.sleep(LIVE.doubtMs + 1)
    stream.wake()
    expect(lines[1]?.signal.aborted).toBe(true)
    await settle()
    // Calling wake() during the pause reconnects at once.
    stream.wake()
    await settle()
    expect(lines).toHaveLength(3)
  })

  it('says that the session is over, and does not come back after it was stopped', async () => {
    const { lines, bearer, stream, clock, fetch } = listening()
    const ended = vi.fn(() => {
      bearer.set(null)
      stream.stop()
    })
    bearer.onRejected(ended)
    await settle()
    lines[0]?.say('event: ended\ndata: {}\n\n')
    await settle()
    expect(ended).toHaveBeenCalledOnce()
    clock.pass(10 * LIVE.lastWaitMs)
    await settle()
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('a token that the server does not know is told to the session', async () => {
    const { bearer, clock, answer, lines } = listening()
    const ended = vi.fn()
    bearer.onRejected(ended)
    await settle()
    answer(401)
    lines[0]?.end()
    await settle()
    clock.pass(LIVE.firstWaitMs)
    await settle()
    expect(ended).toHaveBeenCalledOnce()
  })
})
