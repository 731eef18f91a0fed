import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from './query-client'

afterEach(() => queryClient.clear())

it('asks again for a first answer that may be older than a change', async () => {
  let asked = 0
  const answers: ((rows: number) => void)[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['rows'],
    queryFn: () => {
      asked += 1
      return new Promise<number>((resolve) => answers.push(resolve))
    },
  })
  const stop = observer.subscribe(() => {})
  const invalidated = queryClient.invalidateQueries({ queryKey: ['rows'] })
  answers[0]?.(2)
  await expect.poll(() => asked).toBe(2)
  answers[1]?.(4)
  await invalidated
  expect(observer.getCurrentResult().data).toBe(4)
  stop()
})

it('leaves queries of other keys alone', async () => {
  let asked = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['others'],
    queryFn: async () => {
      asked += 1
      return 1
    },
  })
  const stop = observer.subscribe(() => {})
  await queryClient.invalidateQueries({ queryKey: ['rows'] })
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  expect(asked).toBe(1)
  stop()
})
