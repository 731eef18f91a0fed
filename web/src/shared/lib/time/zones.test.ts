import { describe, expect, it } from 'vitest'
import { allZones, findZones, zoneText } from './zones'

describe('FIRM-06 time zones', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'America/North_Dakota/New_Salem',
    'Pacific/Auckland',
    'Asia/Yekaterinburg',
  ]

  it('are found by any part of their names, places first', () => {
    expect(findZones('new york', zones, 8)).toEqual(['America/New_York'])
    expect(findZones('new', zones, 8)).toEqual(['America/New_York', 'America/North_Dakota/New_Salem'])
    expect(findZones('AUCK', zones, 8)).toEqual(['Pacific/Auckland'])
    expect(findZones('ka', zones, 8)).toEqual(['Asia/Yekaterinburg'])
    expect(findZones('ne am', zones, 1)).toEqual(['America/New_York'])
    expect(findZones('mars', zones, 8)).toEqual([])
  })

  it('all can be chosen, UTC too', () => {
    expect(allZones()).toEqual(expect.arrayContaining(['UTC', 'Europe/Paris', 'Pacific/Auckland']))
    expect(new Set(allZones()).size).toBe(allZones().length)
    expect(zoneText('America/New_York')).toBe('America / New York')
  })
})
