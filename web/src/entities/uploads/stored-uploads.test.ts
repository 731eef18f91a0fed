import { expect, it } from 'vitest'
import { createStoredUploads, isSameFile, type StoredUpload } from './stored-uploads'

const HOUR = 3_600_000

function setUp() {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  }
  const clock = { now: 100 * HOUR }
  return { stored, clock, kept: createStoredUploads(storage as unknown as Storage, () => clock.now) }
}

const upload = (change: Partial<StoredUpload> = {}): StoredUpload => ({
  name: 'Night stems.zip',
  size: 50_000_000,
  lastModified: 7,
  target: { documentId: 'd1', role: 'stems' },
  url: '/api/uploads/1',
  sent: 1000,
  at: 100 * HOUR,
  ...change,
})

it('FILE-06 remembers an upload for its account, with its newest position, until it is finished', () => {
  const { kept, stored } = setUp()
  kept.save('maya', upload())
  kept.save('maya', upload({ sent: 2000 }))
  kept.save('maya', upload({ target: { documentId: 'd2', role: 'stems' } }))
  expect(kept.read('maya').map(({ sent }) => sent)).toEqual([2000, 1000])
  expect(kept.read('ade')).toEqual([])
  kept.remove('maya', upload())
  kept.remove('maya', upload({ target: { documentId: 'd2', role: 'stems' } }))
  expect(stored.size).toBe(0)
})

it('FILE-06 forgets an upload a day after its last byte, and what it cannot read', () => {
  const { kept, stored, clock } = setUp()
  kept.save('maya', upload())
  clock.now += 23 * HOUR
  expect(kept.read('maya')).toHaveLength(1)
  clock.now += HOUR
  expect(kept.read('maya')).toEqual([])
  stored.set(
    'ledgerline.uploads.maya',
    '[{"name":1},null,{"name":"a","size":1,"lastModified":1,"sent":0,"at":1,"url":null}]',
  )
  expect(kept.read('maya')).toEqual([])
  stored.set('ledgerline.uploads.maya', '{')
  expect(kept.read('maya')).toEqual([])
})

it('FILE-06 knows a file by its name, size and time of last change', () => {
  expect(isSameFile(upload(), { name: 'Night stems.zip', size: 50_000_000, lastModified: 7 })).toBe(true)
  for (const change of [{ name: 'night stems.zip' }, { size: 50_000_001 }, { lastModified: 8 }])
    expect(isSameFile(upload(), { ...upload(), ...change })).toBe(false)
})
