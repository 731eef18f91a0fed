// Repeats a call that the server refused with `requiresProof`, once the person has confirmed their identity. The
// dialog registers itself here, so that the API client and the dialog do not import each other.

/** Resolves true when the person has given a fresh proof of identity, false when they cancel. */
type ProofAsker = () => Promise<boolean>

let asker: ProofAsker | null = null
let asking: Promise<boolean> | null = null

/** Registers the dialog. Returns the function that removes it. */
export function answerProofRequests(next: ProofAsker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Opens the proof dialog. Several requests that are refused at the same time share one dialog. */
function askForProof(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false)
  asking ??= asker().finally(() => {
    asking = null
  })
  return asking
}

/** Sends a request, and sends it again if the server asked for a proof and the person gave it. */
export async function fetchWithProof(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  // Only JSON requests that change something can be refused for a proof.
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json') ?? true
  // A keepalive request is sent while the page closes and must not wait for its body.
  if (request.method === 'GET' || !isJson || request.keepalive) return send(request)
  const body = (await request.text()) || undefined
  // A Request can be sent once. Copies get the body as text, because a clone would stream it.
  const copy = () => (body === undefined ? request.clone() : new Request(request, { body }))
  const response = await send(copy())
  if (response.status !== 403 || !(await wantsProof(response.clone()))) return response
  return (await askForProof()) ? send(copy()) : response
}

async function wantsProof(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'requiresProof' in body && body.requiresProof === true
}
