// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NO_FILTER } from './filter'
import { banksQuery, clientsQuery } from './queries'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** A test server with `total` clients of two banks, one of which is spelled in two ways. */
function clients(total: number) {
  const asked: string[] = []
  server.use(
    http.get('*/api/beneficiaries', ({ request }) => {
      const query = new URL(request.url).searchParams
      asked.push(query.toString())
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
      const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => ({
        id: `c${offset + index}`,
        bank_name: (offset + index) % 2 ? 'Zenith Bank' : 'ZENITH bank',
        account_type: 'checking',
        relationship: 'other',
      }))
      if (offset === 0 && rows[0]) rows[0].bank_name = 'Harbor'
      return HttpResponse.json({ success: true, beneficiaries: rows, total })
    }),
  )
  return asked
}

// CLI-01
describe('the clients of a filter', () => {
  it('come a page at a time until all are there', async () => {
    const asked = clients(61)
    const { pages } = await new QueryClient().fetchInfiniteQuery({
      ...clientsQuery({ ...NO_FILTER, search: 'a', bank: 'Harbor', relationships: ['vendor'] }),
      pages: 3,
    })
    expect(pages.map(({ rows }) => rows.length)).toEqual([60, 1])
    expect(asked).toEqual([
      'search=a&bank_name=Harbor&relationship=vendor&limit=60&offset=0',
      'search=a&bank_name=Harbor&relationship=vendor&limit=60&offset=60',
    ])
  })
})

describe('the banks to choose from', () => {
  it('are each named once, in order, from all pages', async () => {
    const asked = clients(401)
    expect(await new QueryClient().fetchQuery(banksQuery)).toEqual(['Harbor', 'ZENITH bank'])
    expect(asked).toHaveLength(3)
  })

  it('are looked for among so many clients and no more', async () => {
    const asked = clients(100_000)
    await new QueryClient().fetchQuery(banksQuery)
    expect(asked).toHaveLength(5)
  })
})
