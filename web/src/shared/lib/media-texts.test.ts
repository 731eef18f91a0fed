import { describe, expect, it } from 'vitest'
import { fileSize } from './file-size'
import { shortKey } from './musical-key'
import { trackTime } from './time/track-time'

describe('the texts of media', () => {
  // MED-06
  it.each([
    [0, '0 Bytes'],
    [512, '512 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1.00 KB'],
    [1536, '1.50 KB'],
    [1_048_575, '1.00 MB'],
    [8_325_693, '7.94 MB'],
    [172_281_037, '164.30 MB'],
    [3_221_225_472, '3.00 GB'],
    [Number.NaN, '0 Bytes'],
  ])('%d bytes read %s', (bytes, text) => {
    expect(fileSize(bytes)).toBe(text)
  })

  // PLAY-03
  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [74, '1:14'],
    [199.6, '3:19'],
    [4_503, '75:03'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%d seconds read %s', (seconds, text) => {
    expect(trackTime(seconds)).toBe(text)
  })

  it.each([
    ['F# minor', 'F♯m'],
    ['Eb major', 'E♭'],
    ['C major', 'C'],
    ['A minor', 'Am'],
    ['H moll', 'H moll'],
  ])('%s is written %s', (name, text) => {
    expect(shortKey(name)).toBe(text)
  })
})
