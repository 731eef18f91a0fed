import { expect, it } from 'vitest'
import { newestFirst, progressOf, type Upload } from './uploads'

const upload = (id: number, batch: number, state: Upload['state'], sent = 0): Upload => ({
  id,
  batch,
  name: `${id}.wav`,
  size: 100,
  state,
  sent,
  rate: null,
  secondsLeft: null,
  note: null,
  canRetry: false,
  canPause: false,
  needsFile: false,
})

it('TRAY-01 lists the newest batch first, and what is done after the rest of its batch', () => {
  const list = [
    upload(1, 1, 'sending'),
    upload(2, 2, 'done'),
    upload(3, 2, 'failed'),
    upload(4, 2, 'waiting'),
  ]
  expect(newestFirst(list).map(({ id }) => id)).toEqual([3, 4, 2, 1])
})

it('TRAY-01 counts all files but the cancelled ones', () => {
  const list = [
    upload(1, 1, 'done', 40),
    upload(2, 1, 'sending', 50),
    upload(3, 1, 'failed', 70),
    upload(4, 1, 'cancelled', 10),
  ]
  expect(progressOf(list)).toEqual({ done: 1, total: 3, failed: 1, share: 0.75, isBusy: true })
})
