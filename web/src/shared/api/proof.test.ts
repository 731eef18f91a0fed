// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerProofRequests, fetchWithProof } from './proof'

const REFUSED = { success: false, error: "Confirm it's you to continue.", requiresProof: true }

function put(body: unknown) {
  return new Request('http://localhost/api/users/settings', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** A test server that refuses until a proof is recorded, and keeps the request bodies. */
function server() {
  const bodies: unknown[] = []
  const state = { isProved: false }
  const send = async (request: Request) => {
    bodies.push(await request.json())
    return state.isProved ? Response.json({ success: true }) : Response.json(REFUSED, { status: 403 })
  }
  return { bodies, state, send }
}

let stop = () => {}
afterEach(() => stop())

describe('GUARD-05 a call that wants a proof', () => {
  it('is repeated with the same body once the proof is given', async () => {
    const { bodies, state, send } = server()
    stop = answerProofRequests(async () => {
      state.isProved = true
      return true
    })
    const answer = await fetchWithProof(put({ login_alerts: false }), send)
    expect(answer.status).toBe(200)
    expect(bodies).toEqual([{ login_alerts: false }, { login_alerts: false }])
  })

  it('stays refused when the person cancels', async () => {
    const { bodies, send } = server()
    stop = answerProofRequests(async () => false)
    const answer = await fetchWithProof(put({}), send)
    expect([answer.status, await answer.json()]).toEqual([403, REFUSED])
    expect(bodies).toHaveLength(1)
  })

  it('asks once for several calls at once', async () => {
    const { state, send } = server()
    const ask = vi.fn(async () => {
      await new Promise((done) => setTimeout(done))
      state.isProved = true
      return true
    })
    stop = answerProofRequests(ask)
    const answers = await Promise.all([fetchWithProof(put({}), send), fetchWithProof(put({}), send)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('leaves any other refusal alone', async () => {
    const ask = vi.fn(async () => true)
    stop = answerProofRequests(ask)
    const send = async () => Response.json({ success: false, error: 'Incorrect PIN!' }, { status: 403 })
    expect((await fetchWithProof(put({}), send)).status).toBe(403)
    expect(ask).not.toHaveBeenCalled()
  })
})
