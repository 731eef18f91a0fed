import { describe, expect, it } from 'vitest'
import type { WholeLink } from '@/entities/shares/share'
import { moveItem } from './move-item'
import { bodyOf, changeOf, editValues, faultsOf, lastDayOf, newShare, peopleFaults } from './share-schema'

const beat = (id: string) => ({ id, title: `Beat ${id}`, thumbnail: null })
const NOW = new Date(2026, 10, 18)

describe('SHR-01 the form of a new share', () => {
  it('takes the title of a single beat, and asks for one otherwise', () => {
    expect(newShare([beat('1')]).title).toBe('Beat 1')
    const faults = faultsOf(newShare([]))
    expect(faults.map(([path]) => path)).toEqual(['beats', 'title'])
  })

  it('checks message, password, last day and number of beats', () => {
    const values = {
      ...newShare(Array.from({ length: 101 }, (_, index) => beat(String(index)))),
      title: 'x'.repeat(121),
      message: 'x'.repeat(1001),
      password: 'abc',
      ends: 'day' as const,
      endsOn: '2020-01-01',
    }
    expect(faultsOf(values).map(([path]) => path)).toEqual([
      'beats',
      'title',
      'message',
      'endsOn',
      'password',
    ])
  })

  it('sends the beats in their order, with the person still in the field', () => {
    const values = {
      ...newShare([beat('1'), beat('2'), beat('3')]),
      title: ' Three ',
      typed: 'kito@sound.example',
      ends: 'never' as const,
    }
    values.beats = moveItem(values.beats, 2, 0)
    expect(bodyOf(values)).toEqual({
      title: 'Three',
      message: '',
      beats: ['3', '1', '2'],
      keeps_sold: true,
      recipients: [{ name: '', email: 'kito@sound.example' }],
      password: null,
      expires_on: null,
      downloads: 'none',
      shows_prices: true,
      takes_messages: true,
    })
  })

  it('counts the days to the end', () => {
    expect(lastDayOf({ ends: '30', endsOn: '' }, NOW)).toBe('2026-12-18')
    expect(lastDayOf({ ends: 'day', endsOn: '2027-01-02' }, NOW)).toBe('2027-01-02')
  })

  it('needs somebody to add people', () => {
    const values = { ...newShare([]), typed: ' ' }
    expect(peopleFaults(values).map(([path]) => path)).toEqual(['recipients'])
  })
})

describe('SHR-02 changing a share', () => {
  const whole = {
    link: {
      id: 'l',
      share_id: 's',
      client_id: null,
      name: 'Kito',
      email: '',
      has_password: true,
      expires_on: '2026-12-18',
      downloads: 'none',
      shows_prices: true,
      takes_messages: true,
      state: 'live',
    },
    title: 'Three',
    message: '',
    keepsSold: true,
    beats: [{ ...beat('1') }, { ...beat('2') }],
    messages: [],
  } as unknown as WholeLink

  it('sends nothing where nothing changed', () => {
    expect(changeOf(whole, editValues(whole))).toEqual({ share: {}, body: {} })
  })

  it('sends what changed, of the share and of the link', () => {
    const values = editValues(whole)
    const change = changeOf(whole, {
      ...values,
      title: 'Two',
      beats: moveItem(values.beats, 1, 0),
      ends: 'never',
      name: 'Kito Sound',
      removesPassword: true,
    })
    expect(change).toEqual({
      share: { title: 'Two', beats: ['2', '1'] },
      body: { recipient: { name: 'Kito Sound', email: '' }, password: null, expires_on: null },
    })
  })
})
