// The small components for figures: what they show, and what screen readers get.
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProgressBar } from '../progress-bar'
import { Delta } from './delta'
import { Meter } from './meter'
import { Money } from './money'

it('writes money whole, from minor units or from a decimal', () => {
  const { container, rerender } = render(<Money minor={-2545075} />)
  expect(container).toHaveTextContent('−$25,450.75')
  rerender(<Money amount="1200.5" currency="EUR" sign="always" cents="plain" />)
  expect(container).toHaveTextContent('+€1,200.50')
})

it.each([
  [26.6, false, '+26.6', 'text-pos'],
  [-3, false, '−3', 'text-neg'],
  [4, true, '+4', 'text-neg'],
  [0, false, '0', 'text-ink-2'],
])('a change of %d (lower is better: %s) reads %s', (value, lowerIsBetter, text, colour) => {
  const { container } = render(<Delta value={value} lowerIsBetter={lowerIsBetter} />)
  expect(container).toHaveTextContent(text)
  expect(container.querySelector(`.${colour}`)).not.toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
})

it.each([
  [33, 'Weak', 1],
  [66, 'Medium', 2],
  [100, 'Strong', 3],
])('the meter at %d percent says %s and fills %d of three', (percent, text, filled) => {
  render(<Meter label="Password strength" percent={percent} text={text} />)
  const meter = screen.getByRole('meter', { name: 'Password strength' })
  expect(meter).toHaveAttribute('aria-valuenow', String(percent))
  expect(meter).toHaveAttribute('aria-valuetext', text)
  expect(meter.querySelectorAll('span:not(.bg-surface-3)')).toHaveLength(filled)
})

it('never draws progress past its end', () => {
  render(<ProgressBar label="Goal" value={1.4} />)
  expect(screen.getByRole('progressbar', { name: 'Goal' })).toHaveAttribute('aria-valuenow', '100')
})
