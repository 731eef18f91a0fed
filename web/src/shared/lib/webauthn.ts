// The browser's side of passkeys: whether they work on this page, and the two calls with options and answers
// converted from and to JSON. The newer parseCreationOptionsFromJSON and toJSON are not in every browser yet.
import type { Schemas } from '../api/client'

type CreatedPasskey = Schemas['AddPasskeyRequest']['credential']
export type UsedPasskey = Schemas['UsePasskeyRequest']['credential']
export type PasskeyFaultKind = 'canceled' | 'timedOut' | 'exists' | 'address' | 'failed'

/** The reason why the browser returned no passkey. */
export class PasskeyFault extends Error {
  override readonly name = 'PasskeyFault'
  readonly kind: PasskeyFaultKind

  constructor(kind: PasskeyFaultKind) {
    super(kind)
    this.kind = kind
  }
}

/** Passkeys need a secure context and a host name: browsers refuse IP addresses. */
export function passkeysWork(page: Window = window): boolean {
  return page.isSecureContext && 'PublicKeyCredential' in page && !isIpAddress(page.location.hostname)
}

function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(host)
}

/** True if the browser can offer passkeys in the suggestions under a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return passkeysWork() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

export async function createPasskey(options: Schemas['PasskeyCreationOptions']): Promise<CreatedPasskey> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: options.rp,
    user: { ...options.user, id: bytesOf(options.user.id) },
    challenge: bytesOf(options.challenge),
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: options.timeout,
    excludeCredentials: options.excludeCredentials.map(descriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
  const made = await callAuthenticator(options.timeout, () => navigator.credentials.create({ publicKey }))
  const response = made.response as AuthenticatorAttestationResponse
  return {
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

type PasskeyUse = {
  /** The account whose passkeys may be used. If its passkeys are listed, a device may omit the user handle. */
  owner?: { id: string; passkeys: readonly KnownPasskey[] }
  /** Offers passkeys in the suggestions under a field until it is aborted. */
  suggest?: boolean
  signal?: AbortSignal
}

export type KnownPasskey = { id: string; transports: readonly string[] }

export async function getPasskey(
  options: Schemas['PasskeyRequestOptions'],
  use: PasskeyUse = {},
): Promise<UsedPasskey> {
  const allowed = use.owner?.passkeys ?? options.allowCredentials
  const request: CredentialRequestOptions = {
    publicKey: {
      challenge: bytesOf(options.challenge),
      rpId: options.rpId,
      timeout: options.timeout,
      userVerification: 'required',
      allowCredentials: allowed.map(descriptor),
    },
  }
  if (use.suggest) request.mediation = 'conditional'
  if (use.signal) request.signal = use.signal
  const used = await callAuthenticator(options.timeout, () => navigator.credentials.get(request))
  const response = used.response as AuthenticatorAssertionResponse
  const handle = response.userHandle === null ? null : textOf(response.userHandle)
  return {
    id: used.id,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: handle ?? (use.owner ? userHandle(use.owner.id) : ''),
    },
  }
}

/** The account's id in the encoding that its passkeys store as user handle. */
export function userHandle(accountId: string): string {
  const digits = accountId.replaceAll('-', '').match(/../g) ?? []
  return textOf(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)).buffer)
}

type Accepted = { rpId: string; userId: string; allAcceptedCredentialIds: string[] }

/** Tells the browser which passkeys still exist, if it supports that, so that it stops offering removed ones. */
export function signalAccepted(accountId: string, rpId: string, credentialIds: string[]) {
  if (!passkeysWork()) return
  const listener = PublicKeyCredential as unknown as {
    signalAllAcceptedCredentials?: (accepted: Accepted) => Promise<void>
  }
  const accepted = { rpId, userId: userHandle(accountId), allAcceptedCredentialIds: credentialIds }
  // Only a hint: without it the browser may offer a passkey that the server refuses.
  listener.signalAllAcceptedCredentials?.(accepted).catch(() => {})
}

async function callAuthenticator(
  timeoutMs: number,
  ask: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  const startedAt = performance.now()
  try {
    const credential = await ask()
    if (credential === null) throw new PasskeyFault('failed')
    return credential as PublicKeyCredential
  } catch (error) {
    throw toPasskeyFault(error, performance.now() - startedAt >= timeoutMs)
  }
}

/** Browsers throw the same error for a cancel and for a timeout; `isTimeUp` tells them apart. */
function toPasskeyFault(error: unknown, isTimeUp: boolean): unknown {
  if (!(error instanceof DOMException)) return error
  if (error.name === 'AbortError') return error
  if (error.name === 'NotAllowedError') return new PasskeyFault(isTimeUp ? 'timedOut' : 'canceled')
  if (error.name === 'TimeoutError') return new PasskeyFault('timedOut')
  if (error.name === 'InvalidStateError') return new PasskeyFault('exists')
  return new PasskeyFault(error.name === 'SecurityError' ? 'address' : 'failed')
}

function descriptor({ id, transports }: KnownPasskey): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id), transports: [...transports] as AuthenticatorTransport[] }
}

function bytesOf(base64url: string): ArrayBuffer {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer
}

function textOf(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
