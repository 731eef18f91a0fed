// A call that the server refuses with `requiresProof` is repeated once the person has confirmed who they are.
// The API client asks here; the dialog that does the asking registers itself, so that neither knows the other.

/** Resolves true once a fresh proof is on record, false when the person leaves it. */
type ProofAsker = () => Promise<boolean>

let asker: ProofAsker | null = null
let asking: Promise<boolean> | null = null

/** Registers the dialog; gives back how to remove it. */
export function answerProofRequests(next: ProofAsker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = null
  }
}

/** Several calls refused at once are one question. */
function askForProof(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false)
  asking ??= asker().finally(() => {
    asking = null
  })
  return asking
}

/** Sends a request, and sends it again if a proof was wanted and given. */
export async function fetchWithProof(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  // Reading never wants a proof; and only small bodies are ever refused so.
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json') ?? true
  // What is sent while the page goes away must leave at once.
  if (request.method === 'GET' || !isJson || request.keepalive) return send(request)
  const body = (await request.text()) || undefined
  // A request is sent once; its copies have the body as text, not as a stream that a clone would make of it.
  const copy = () => (body === undefined ? request.clone() : new Request(request, { body }))
  const response = await send(copy())
  if (response.status !== 403 || !(await wantsProof(response.clone()))) return response
  return (await askForProof()) ? send(copy()) : response
}

async function wantsProof(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'requiresProof' in body && body.requiresProof === true
}
