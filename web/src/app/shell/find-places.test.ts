import { expect, it } from 'vitest'
import { findPlaces } from './find-places'

const found = (query: string) =>
  findPlaces(query).map((group) => [group.label, group.items.map((item) => item.label)])

it('offers every screen while nothing is typed', () => {
  const [screens, ...others] = findPlaces('  ')
  expect(screens?.items).toHaveLength(17)
  expect(others).toEqual([])
})

it('finds screens, settings and commands by name or by another word for them', () => {
  expect(found('wallet')).toEqual([['Screens', ['Finances']]])
  expect(found('2fa')).toEqual([['Settings', ['Security']]])
  expect(found('glass')).toEqual([
    ['Settings', ['Appearance']],
    ['Commands', ['Switch theme']],
  ])
})

it('leaves out other words for a place where only names count', () => {
  expect(findPlaces('glass', true)).toEqual([])
  expect(findPlaces('settings', true)[0]?.items[0]?.label).toBe('Settings')
})

it('offers commands that act', () => {
  expect(found('record')).toEqual([['Commands', ['Record sale']]])
  expect(findPlaces('add client')[0]?.items[0]?.action).toEqual({ kind: 'command', command: 'add-client' })
})

it('puts a match in the name before one in another word', () => {
  expect(found('cards')[0]).toEqual(['Screens', ['Payment Cards']])
  expect(found('payment')[0]).toEqual(['Screens', ['Payment Cards', 'Sales History']])
})

it('takes words in any order and needs all of them', () => {
  expect(found('history sales')).toEqual([['Screens', ['Sales History']]])
  expect(found('sales nonsense')).toEqual([])
})

it('leads to the section of the settings', () => {
  const [group] = findPlaces('Privacy')
  expect(group?.items[0]?.action).toEqual({ kind: 'open', path: '/settings', hash: 'privacy' })
})
