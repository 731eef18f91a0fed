// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import {
  brandOf,
  formatCvv,
  formatExpiry,
  formatHolder,
  formatNumber,
  hasChecksum,
  reformat,
} from './card-typing'

describe('what is typed into the card form (CARD-02)', () => {
  it.each([
    ['', ''],
    ['4', '4'],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242 4242-4242.4242 99', '4242 4242 4242 4242'],
    ['abc', ''],
  ])('the number %j becomes %j', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown)
  })

  it.each([
    ['1', '1'],
    ['12', '12'],
    ['12/', '12/'],
    ['123', '12/3'],
    ['1231', '12/31'],
    ['12/319', '12/31'],
    ['8/', '08/'],
    ['ab', ''],
  ])('the expiry %j becomes %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
    expect(formatExpiry(typed).length).toBeLessThanOrEqual(5)
  })

  it('the slash can be deleted again', () => {
    expect(formatExpiry('12/')).toBe('12/')
    expect(formatExpiry('12')).toBe('12')
  })

  it('the security code is four digits at most, the holder in capitals', () => {
    expect(formatCvv('12a345')).toBe('1234')
    expect(formatHolder('Maya Okafor')).toBe('MAYA OKAFOR')
  })

  it.each([
    // A digit was typed in the middle of the third group.
    ['4242 4242 49242 4242', 12, '4242 4242 4924 2424 2', 12],
    ['4242 42424', 10, '4242 4242 4', 11],
    // A ninth digit was typed in front of a space: the caret moves behind the digit.
    ['4242 42429 4242', 10, '4242 4242 9424 2', 11],
    ['x4242', 1, '4242', 0],
  ])('the caret stays behind the digit that was typed: %j', (value, caret, shown, after) => {
    const input = document.createElement('input')
    input.value = value
    input.setSelectionRange(caret, caret)
    reformat(input, (typed) => typed.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 '), /\d/g)
    expect([input.value, input.selectionStart]).toEqual([shown, after])
  })
})

describe('the brand that a number tells (CARD-03)', () => {
  it.each([
    ['4', 'visa'],
    ['5', 'mastercard'],
    ['2', 'mastercard'],
    ['3782', null],
    ['6011', null],
    ['', null],
  ])('%j is %j', (number, brand) => {
    expect(brandOf(number)).toBe(brand)
  })

  it.each([
    ['4242 4242 4242 4242', true],
    ['4242 4242 4242 4224', false],
    ['5555555555554444', true],
    ['', false],
  ])('%s fulfils the checksum: %s', (number, fulfils) => {
    expect(hasChecksum(number)).toBe(fulfils)
  })
})
