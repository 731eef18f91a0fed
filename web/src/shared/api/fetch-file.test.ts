// @vitest-environment jsdom
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchFile, nameOf } from './fetch-file'
import { bearer } from './token'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  bearer.set(null)
})
afterAll(() => server.close())

// SALE-02
describe('a file of the server', () => {
  it("is asked for with the bearer token and keeps the server's name", async () => {
    const sent: (string | null)[] = []
    server.use(
      http.get('*/api/sales/s1/receipt', ({ request }) => {
        sent.push(request.headers.get('Authorization'))
        return new HttpResponse('%PDF-1.7', {
          headers: {
            'Content-Type': 'application/pdf',
            'Content-Disposition': 'attachment; filename="SALE-001 receipt.pdf"',
          },
        })
      }),
    )
    bearer.set('secret')
    const file = await fetchFile('/api/sales/s1/receipt', 'x.pdf')
    expect(sent).toEqual(['Bearer secret'])
    expect(file.name).toBe('SALE-001 receipt.pdf')
    expect(file.content.size).toBe(8)
  })

  it('that is refused tells why, and a lost session is reported', async () => {
    server.use(
      http.get('*/api/x', () => HttpResponse.json({ success: false, error: 'No receipt.' }, { status: 409 })),
      http.get('*/api/y', () => new HttpResponse(null, { status: 401 })),
    )
    await expect(fetchFile('/api/x', 'x')).rejects.toMatchObject({ status: 409, serverText: 'No receipt.' })
    const lost = vi.fn()
    const forget = bearer.onRejected(lost)
    bearer.set('old')
    await expect(fetchFile('/api/y', 'y')).rejects.toMatchObject({ status: 401 })
    expect(lost).toHaveBeenCalledOnce()
    forget()
  })
})

describe('the name in the header', () => {
  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment; filename=plain.csv', 'plain.csv'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''Caf%C3%A9.pdf`, 'Café.pdf'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%ZZ`, 'x.pdf'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ['attachment; filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    ['inline', null],
    [null, null],
  ])('%s', (header, name) => {
    expect(nameOf(header)).toBe(name)
  })
})
