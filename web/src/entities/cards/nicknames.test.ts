// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '@/shared/config/limits'
import { forgetNickname, nicknames, setNickname, useNicknames } from './nicknames'

describe('what a card is called (CARD-03)', () => {
  it('is kept in this browser and shown at once', () => {
    const { result } = renderHook(() => useNicknames())
    act(() => setNickname('a', 'Studio expenses'))
    expect(result.current).toEqual({ a: 'Studio expenses' })
    act(() => setNickname('b', 'Travel'))
    act(() => setNickname('a', ''))
    expect(result.current).toEqual({ b: 'Travel' })
    act(() => forgetNickname('b'))
    expect(localStorage.getItem(STORAGE_KEYS.cardNicknames)).toBeNull()
  })

  it.each(['no json', '[1]', '"text"', 'null', '{"a":5}'])('survives %s in storage', (text) => {
    localStorage.setItem(STORAGE_KEYS.cardNicknames, text)
    expect(nicknames()).toEqual({})
    setNickname('a', 'Travel')
    expect(nicknames()).toEqual({ a: 'Travel' })
  })
})
