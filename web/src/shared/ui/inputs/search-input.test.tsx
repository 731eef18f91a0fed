import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchInput } from './search-input'

const props = { label: 'Search', clearLabel: 'Clear search', delayMs: 250 }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the search box of a list', () => {
  it('waits for a pause and then tells what was typed, trimmed, once', () => {
    const onValueChange = vi.fn()
    render(<SearchInput {...props} value="" onValueChange={onValueChange} />)
    const box = screen.getByRole('searchbox', { name: 'Search' })
    fireEvent.change(box, { target: { value: 'ren' } })
    act(() => vi.advanceTimersByTime(200))
    fireEvent.change(box, { target: { value: 'rent ' } })
    act(() => vi.advanceTimersByTime(200))
    expect(onValueChange).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(60))
    expect(onValueChange.mock.calls).toEqual([['rent']])
  })

  it('is emptied at once by its button, and gets the focus back', () => {
    const onValueChange = vi.fn()
    render(<SearchInput {...props} value="rent" onValueChange={onValueChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(onValueChange.mock.calls).toEqual([['']])
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('takes over a value that changed elsewhere', () => {
    const onValueChange = vi.fn()
    const { rerender } = render(<SearchInput {...props} value="rent" onValueChange={onValueChange} />)
    rerender(<SearchInput {...props} value="" onValueChange={onValueChange} />)
    expect(screen.getByRole('searchbox')).toHaveValue('')
    act(() => vi.advanceTimersByTime(1_000))
    expect(onValueChange).not.toHaveBeenCalled()
  })
})
