import { beforeEach, expect, test, vi } from 'vitest'
import type { Document } from '../documents/document'
import { NO_FILTER } from '../documents/filter'
import { player } from './player'
import { queueAllMatches } from './queue-all-matches'

const GET = vi.hoisted(() => vi.fn())
vi.mock('@/shared/api/client', () => ({ api: { GET }, unwrap: (answer: unknown) => answer }))

const item = (number: number) => ({ id: `b${number}`, outline: null }) as unknown as Document
const page = (from: number, count: number) => Array.from({ length: count }, (_, index) => item(from + index))

/** Mocks a library of `total` items, in pages of the requested size. */
function serve(total: number) {
  GET.mockImplementation(async (_path: string, { params }) => {
    const from = Number(params.query.cursor ?? 0)
    const documents = page(from, Math.min(params.query.limit, total - from))
    const end = from + documents.length
    return { documents, total, next_cursor: end < total ? String(end) : null }
  })
}

beforeEach(() => {
  player.close()
  GET.mockReset()
})

test('PLAY-06 the queue knows all that match and not only the loaded rows, up to a bound', async () => {
  serve(450)
  player.open(item(0), page(0, 100), { name: 'list' })
  await queueAllMatches(NO_FILTER, 'list')
  expect(player.get().rest).toHaveLength(449)
  serve(5000)
  await queueAllMatches(NO_FILTER, 'list')
  expect(player.get().rest).toHaveLength(999)
})

test('PLAY-06 another list that plays meanwhile is left alone, and so is the queue without a server', async () => {
  serve(450)
  player.open(item(0), page(0, 100), { name: 'another' })
  await queueAllMatches(NO_FILTER, 'list')
  expect([player.get().rest.length, GET.mock.calls.length]).toEqual([99, 1])
  GET.mockRejectedValue(new Error('away'))
  await queueAllMatches(NO_FILTER, 'another')
  expect(player.get().rest).toHaveLength(99)
})
