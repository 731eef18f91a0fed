// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { refetchTopics } from './topics'

const pages = (count: number) => ({
  pages: Array.from({ length: count }, () => ({ rows: [] })),
  pageParams: [],
})

function holding(keys: Record<string, unknown>) {
  const client = new QueryClient()
  for (const [key, data] of Object.entries(keys)) client.setQueryData(key.split(' '), data)
  const stale = () =>
    client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey.join(' '))
      .sort()
  return { client, stale }
}

describe('what has changed on the server', () => {
  it('makes stale what concerns it, figures and sums of clients too, and nothing else', () => {
    const { client, stale } = holding({
      'sales history x': pages(1),
      'sales summary': {},
      'clients summary c1': {},
      'clients list': pages(1),
      'figures dashboard': {},
      wallet: {},
      goals: [],
    })
    refetchTopics(client, ['sales'])
    expect(stale()).toEqual([
      'clients list',
      'clients summary c1',
      'figures dashboard',
      'sales history x',
      'sales summary',
    ])
  })

  it('leaves a list alone that was scrolled far', () => {
    const { client, stale } = holding({ 'transactions history x': pages(6), 'transactions recent': [] })
    refetchTopics(client, ['transactions'])
    expect(stale()).toEqual(['transactions recent'])
  })

  it('passes over a topic of a later server', () => {
    const { client, stale } = holding({ goals: [] })
    refetchTopics(client, ['moods', 'goals'])
    expect(stale()).toEqual(['goals'])
  })
})
