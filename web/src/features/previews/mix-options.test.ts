import { describe, expect, it } from 'vitest'
import { LEVEL, lengthOptions, lengthValue, optionsOf, readLength } from './mix-options'

describe('PRV-02 the choices of the preview settings', () => {
  it('has the current number among the usual ones, in their order', () => {
    const text = (value: number) => `${value}`
    expect(optionsOf([0, 5, 10], 7, text).map(({ value }) => value)).toEqual(['0', '5', '7', '10'])
    expect(optionsOf(LEVEL, -4, text).map(({ value }) => value)).toContain('-4')
    expect(optionsOf(LEVEL, -4, text)[0]?.value).toBe('6')
  })

  it('reads the whole beat and a length', () => {
    expect(lengthOptions(null)[0]?.value).toBe('whole')
    expect(readLength(lengthValue(null))).toBeNull()
    expect(readLength(lengthValue(90))).toBe(90)
    expect(lengthOptions(77).some(({ value }) => value === '77')).toBe(true)
  })
})
