// @vitest-environment jsdom
// Where passkeys are offered, and how the browser's errors are distinguished. GUARD-11
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPasskey, getPasskey, passkeysWork, userHandle } from './webauthn'

const page = (hostname: string, isSecureContext = true, PublicKeyCredential: unknown = class {}) =>
  ({
    isSecureContext,
    location: { hostname },
    ...(PublicKeyCredential ? { PublicKeyCredential } : {}),
  }) as Window

const bytes = (...values: number[]) => Uint8Array.from(values).buffer
const request = {
  challenge: 'AP-_',
  rpId: 'studio.example',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [],
}
const creation = {
  rp: { id: 'studio.example', name: 'Ledgerline' },
  user: { id: 'AQI', name: 'maya@northline.studio', displayName: 'Maya' },
  challenge: 'AP-_',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: '_-8', transports: ['usb'] }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
}

function browserThat(answers: { get?: unknown; create?: unknown }) {
  const get = vi.fn(async (_: CredentialRequestOptions) => answers.get)
  const create = vi.fn(async (_: CredentialCreationOptions) => answers.create)
  vi.stubGlobal('navigator', { credentials: { get, create } })
  return { get, create }
}

function browserThatFails(name: string) {
  const fail = async () => {
    throw new DOMException('', name)
  }
  vi.stubGlobal('navigator', { credentials: { get: fail, create: fail } })
}

afterEach(() => vi.unstubAllGlobals())

describe('passkeys are offered', () => {
  it.each([
    ['studio.example', true],
    ['localhost', true],
    ['127.0.0.1', false],
    ['192.0.2.7', false],
    ['[::1]', false],
  ])('at %s: %s (GUARD-11)', (host, offered) => {
    expect(passkeysWork(page(host))).toBe(offered)
  })

  it('not without a secure context or in a browser that does not know them (GUARD-11)', () => {
    expect(passkeysWork(page('studio.example', false))).toBe(false)
    expect(passkeysWork(page('studio.example', true, null))).toBe(false)
  })
})

describe('a passkey that is used', () => {
  const response = {
    clientDataJSON: bytes(1),
    authenticatorData: bytes(2),
    signature: bytes(255, 254, 253),
    userHandle: bytes(1, 2),
  }

  it('is asked for and answered in base64url (GUARD-11)', async () => {
    const { get } = browserThat({ get: { id: 'AAEC', response } })
    const used = await getPasskey(request)
    expect(used).toEqual({
      id: 'AAEC',
      response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: '__79', userHandle: 'AQI' },
    })
    const asked = get.mock.calls[0]?.[0]
    expect(new Uint8Array(asked?.publicKey?.challenge as ArrayBuffer)).toEqual(Uint8Array.of(0, 255, 191))
    expect(asked?.mediation).toBeUndefined()
  })

  it('names its account where the device does not (GUARD-11)', async () => {
    const { get } = browserThat({ get: { id: 'AAEC', response: { ...response, userHandle: null } } })
    const id = '018bcfe5-6800-7707-8707-070707070707'
    const used = await getPasskey(request, { owner: { id, passkeys: [{ id: 'AAEC', transports: ['usb'] }] } })
    expect(used.response.userHandle).toBe(userHandle(id))
    expect(userHandle(id)).toBe('AYvP5WgAdweHBwcHBwcHBw')
    expect(get.mock.calls[0]?.[0].publicKey?.allowCredentials).toHaveLength(1)
  })
})

it('a passkey that is made carries its transports, and excludes those that are there (GUARD-11)', async () => {
  const response = {
    clientDataJSON: bytes(1),
    attestationObject: bytes(2),
    getTransports: () => ['internal'],
  }
  const { create } = browserThat({ create: { response } })
  const made = await createPasskey(creation)
  expect(made.response).toEqual({ clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] })
  const options = create.mock.calls[0]?.[0].publicKey
  expect(options?.excludeCredentials?.[0]?.transports).toEqual(['usb'])
  expect(options?.authenticatorSelection?.userVerification).toBe('required')
})

it.each([
  ['NotAllowedError', 'canceled'],
  ['InvalidStateError', 'exists'],
  ['SecurityError', 'address'],
  ['NotSupportedError', 'failed'],
])('%s is told as %s (GUARD-11)', async (name, kind) => {
  browserThatFails(name)
  await expect(getPasskey(request)).rejects.toMatchObject({ name: 'PasskeyFault', kind })
  await expect(createPasskey(creation)).rejects.toMatchObject({ kind })
})

it('nothing until time is up is a timeout (GUARD-11)', async () => {
  browserThatFails('NotAllowedError')
  await expect(getPasskey({ ...request, timeout: 0 })).rejects.toMatchObject({ kind: 'timedOut' })
})
