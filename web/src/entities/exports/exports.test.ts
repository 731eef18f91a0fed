// @vitest-environment jsdom
// An export from the request to the file, against a mocked server.
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '@/shared/api/error'
import { ExportFailed, type ExportStage, fileNameOf } from './export'
import { exportFile } from './mutations'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function play(statuses: { status: string; error?: string }[]) {
  const asked: unknown[] = []
  server.use(
    http.post('*/api/exports/request', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ success: true, export: { id: '7', status: 'pending' } }, { status: 201 })
    }),
    http.get('*/api/exports/status/7', () => {
      const next = statuses.length > 1 ? statuses.shift() : statuses[0]
      return HttpResponse.json({ success: true, export: { id: '7', error: null, ...next } })
    }),
    http.get('*/api/exports/download/7', () =>
      HttpResponse.text('a,b\n', {
        headers: { 'Content-Disposition': 'attachment; filename="transactions-2026-11-15.csv"' },
      }),
    ),
  )
  return asked
}

const order = (stages: ExportStage[] = [], signal = new AbortController().signal) => ({
  wish: { type: 'transactions', format: 'csv', filters: { type: 'deposit' } } as const,
  signal,
  onStage: (stage: ExportStage) => {
    stages.push(stage)
  },
})

describe('an export (FIN-01)', () => {
  it('is asked for with its filters, waited for and fetched under its own name', async () => {
    const asked = play([{ status: 'pending' }, { status: 'processing' }, { status: 'completed' }])
    const stages: ExportStage[] = []
    const file = await exportFile(order(stages))
    expect(asked).toEqual([{ type: 'transactions', format: 'csv', filters: { type: 'deposit' } }])
    expect(stages).toEqual(['asking', 'pending', 'processing', 'downloading'])
    expect(file.name).toBe('transactions-2026-11-15.csv')
    expect(await file.content.text()).toBe('a,b\n')
  })

  it('that failed tells the reason', async () => {
    play([{ status: 'failed', error: 'The store is full.' }])
    const failure = await exportFile(order()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ExportFailed)
    expect((failure as Error).message).toBe('The store is full.')
  })

  it('whose file is gone is an answer like any other refusal', async () => {
    play([{ status: 'completed' }])
    server.use(
      http.get('*/api/exports/download/7', () =>
        HttpResponse.json({ success: false, error: 'There is no such export.' }, { status: 404 }),
      ),
    )
    const failure = await exportFile(order()).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 404, serverText: 'There is no such export.' })
  })

  it('can be called off while it waits', async () => {
    play([{ status: 'pending' }])
    const work = new AbortController()
    const export_ = exportFile(order([], work.signal))
    setTimeout(() => work.abort(), 50)
    await expect(export_).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it.each([
  ['attachment; filename="a b.csv"', 'a b.csv'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'r%C3%A9sum%C3%A9.csv', 'résumé.csv'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'%E0%A4%A', 'x.csv'],
  ['attachment', 'fallback.csv'],
  [null, 'fallback.csv'],
])('reads the file name of %j', (disposition, name) => {
  expect(fileNameOf(disposition, 'fallback.csv')).toBe(name)
})
