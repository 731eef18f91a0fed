// Toasts: where they appear, how long they stay, and that one id is one toast.
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CountdownToast } from './countdown-toast'
import { toast } from './toast'
import { Toaster } from './toaster'

const corner = (name: 'top' | 'bottom') => screen.getByRole('region', { name: `Messages, ${name}` })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => {
  vi.useFakeTimers()
  // testing-library knows only Jest's fake timers, and would wait for real ones.
  vi.stubGlobal('jest', { advanceTimersByTime: vi.advanceTimersByTime })
})

afterEach(async () => {
  act(() => toast.dismiss())
  await pass(1000)
  vi.useRealTimers()
})

it('shows the same id once, with the newest words', async () => {
  render(<Toaster />)
  act(() => {
    toast.error('Failed to load cards', { id: 'cards' })
    toast.error('Failed to add card. Please try again.', { id: 'cards' })
  })
  expect(screen.getAllByRole('group')).toHaveLength(1)
  expect(screen.getByText('Failed to add card. Please try again.')).toBeVisible()
  expect(screen.queryByText('Failed to load cards')).toBeNull()
})

it('does not stack the same words twice', () => {
  render(<Toaster />)
  act(() => {
    toast.success('Goal created successfully!')
    toast.success('Goal created successfully!')
  })
  expect(screen.getAllByText('Goal created successfully!')).toHaveLength(1)
})

it('moves an id to the corner it was last said in', async () => {
  render(<Toaster />)
  act(() => {
    toast.info('One', { id: 'same' })
  })
  act(() => {
    toast.info('Two', { id: 'same', position: 'bottom-right' })
  })
  await pass(500)
  expect(within(corner('bottom')).getByText('Two')).toBeVisible()
  expect(screen.queryByText('One')).toBeNull()
  expect(screen.getAllByRole('group')).toHaveLength(1)
})

it('goes to the top for five seconds unless told otherwise', async () => {
  render(<Toaster />)
  act(() => {
    toast.info('Logged out successfully')
    toast.success('Session restored successfully!', { position: 'bottom-right', duration: 3000 })
  })
  expect(within(corner('top')).getByText('Logged out successfully')).toBeVisible()
  expect(within(corner('bottom')).getByText('Session restored successfully!')).toBeVisible()
  await pass(3500)
  expect(screen.queryByText('Session restored successfully!')).toBeNull()
  expect(screen.getByText('Logged out successfully')).toBeVisible()
  await pass(2500)
  expect(screen.queryByText('Logged out successfully')).toBeNull()
})

it('stays until it is closed when the duration is 0', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const closed = vi.fn()
  render(<Toaster />)
  act(() => {
    toast.warning('Session timed out due to inactivity. Please log in again.', {
      duration: 0,
      onClose: closed,
    })
  })
  await pass(60_000)
  expect(screen.getByText(/Session timed out/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await pass(500)
  expect(screen.queryByText(/Session timed out/)).toBeNull()
  expect(closed).toHaveBeenCalledOnce()
})

it('keeps what is said before anyone can show it', () => {
  toast.info('Said too early', { id: 'early' })
  toast.info('Said early', { id: 'early' })
  render(<Toaster />)
  expect(screen.getByText('Said early')).toBeVisible()
  expect(screen.queryByText('Said too early')).toBeNull()
})

it('offers an action and goes away once it is taken', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const undo = vi.fn()
  render(<Toaster />)
  act(() => {
    toast.info('Beat deleted', { action: { label: 'Undo', onSelect: undo } })
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await pass(500)
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Beat deleted')).toBeNull()
})

it('counts down to the lock and can be put off', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const extend = vi.fn()
  const deadline = Date.now() + 24_000
  render(<Toaster />)
  act(() => {
    toast.custom({
      id: 'warning',
      render: (close) => (
        <CountdownToast
          title="Your session locks in"
          deadline={deadline}
          totalMs={30_000}
          announcement="Your session locks in 0:24."
          progressLabel="Time left"
          extendLabel="Extend Session"
          dismissLabel="Dismiss"
          onExtend={() => {
            extend()
            close()
          }}
          onDismiss={close}
        />
      ),
    })
  })
  expect(screen.getByRole('timer')).toHaveTextContent('0:24')
  expect(screen.getByRole('progressbar', { name: 'Time left' })).toHaveAttribute('aria-valuenow', '80')
  await pass(9_100)
  expect(screen.getByRole('timer')).toHaveTextContent('0:15')
  expect(screen.getByRole('alert')).toHaveTextContent('Your session locks in 0:24.')
  await user.click(screen.getByRole('button', { name: 'Extend Session' }))
  await pass(500)
  expect(extend).toHaveBeenCalledOnce()
  expect(screen.queryByRole('timer')).toBeNull()
})

it('waits while a person points at it', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Toaster />)
  act(() => {
    toast.info('Read me slowly', { duration: 2000 })
  })
  await pass(1000)
  await user.hover(screen.getByText('Read me slowly'))
  await pass(10_000)
  expect(screen.getByText('Read me slowly')).toBeVisible()
  await user.unhover(screen.getByText('Read me slowly'))
  await pass(1500)
  expect(screen.queryByText('Read me slowly')).toBeNull()
})

it('lets the oldest go when a corner is full, but never one that stays', async () => {
  render(<Toaster />)
  act(() => {
    toast.warning('Stays', { duration: 0 })
    for (const number of [1, 2, 3, 4, 5]) toast.info(`Message ${number}`)
  })
  await pass(500)
  const shown = screen.getAllByRole('group').map((group) => group.textContent)
  expect(shown).toEqual(['Message 5', 'Message 4', 'Message 3', 'Stays'])
})

it('is reached with F6 and closed with Escape', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Toaster />)
  act(() => {
    toast.error('Failed to load cards')
  })
  await user.keyboard('{F6}')
  expect(screen.getByRole('group')).toHaveFocus()
  await user.keyboard('{Escape}')
  await pass(500)
  expect(screen.queryByRole('group')).toBeNull()
})
