import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Field } from './field'
import { SuggestInput, type Suggestion } from './suggest-input'

const OFFERS: Suggestion[] = [
  { id: 'nova', label: 'Nova Records', note: 'pay@nova.io' },
  { id: 'ade', label: 'Ade Balogun' },
  { id: 'new', label: 'Add a client', isAction: true },
]

function Box({ onChoose, items = OFFERS }: { onChoose?: (item: Suggestion) => void; items?: Suggestion[] }) {
  const [text, setText] = useState('')
  return (
    <Field label="Client" error="Enter a client">
      <SuggestInput
        value={text}
        onValueChange={setText}
        items={items}
        onChoose={(item) => onChoose?.(item)}
        listLabel="Your clients"
      />
    </Field>
  )
}

const box = () => screen.getByRole('combobox', { name: 'Client' })

// SALE-02
describe('a box with suggestions', () => {
  it('takes any text and offers while one types', async () => {
    const user = userEvent.setup()
    render(<Box />)
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(box()).toHaveAccessibleDescription('Enter a client')
    await user.type(box(), 'someone')
    expect(box()).toHaveValue('someone')
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })

  it('is worked by the keyboard alone, and Enter sends nothing while one is highlighted', async () => {
    const user = userEvent.setup()
    const onChoose = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={onSubmit}>
        <Box onChoose={onChoose} />
      </form>,
    )
    await user.click(box())
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const option = screen.getByRole('option', { name: 'Ade Balogun', selected: true })
    expect(box()).toHaveAttribute('aria-activedescendant', option.id)
    await user.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledWith(OFFERS[1])
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.queryByRole('option')).toBeNull()
    await user.keyboard('{ArrowUp}{Enter}')
    expect(onChoose).toHaveBeenLastCalledWith(OFFERS[2])
    await user.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('passes from the last through none to the first', async () => {
    const user = userEvent.setup()
    render(<Box />)
    await user.click(box())
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Add a client')
    await user.keyboard('{ArrowDown}')
    expect(screen.queryByRole('option', { selected: true })).toBeNull()
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Nova Records')
  })

  it('keeps Escape for itself while it is open', async () => {
    const user = userEvent.setup()
    const around = vi.fn()
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around it
      <div onKeyDown={around}>
        <Box />
      </div>,
    )
    await user.click(box())
    await user.keyboard('{Escape}')
    expect(around).not.toHaveBeenCalled()
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{Escape}')
    expect(around).toHaveBeenCalledOnce()
  })

  it('takes what is pressed and keeps the focus', async () => {
    const user = userEvent.setup()
    const onChoose = vi.fn()
    render(<Box onChoose={onChoose} />)
    await user.click(box())
    await user.click(screen.getByRole('option', { name: /Nova Records/ }))
    expect(onChoose).toHaveBeenCalledWith(OFFERS[0])
    expect(box()).toHaveFocus()
  })

  it('closes when the focus goes elsewhere', async () => {
    const user = userEvent.setup()
    render(
      <>
        <Box />
        <button type="button">Next</button>
      </>,
    )
    await user.click(box())
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    await user.tab()
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
    expect(box()).toHaveAttribute('aria-expanded', 'false')
  })

  it('with nothing to offer is a plain box', async () => {
    const user = userEvent.setup()
    render(<Box items={[]} />)
    await user.type(box(), 'x')
    expect(box()).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('option')).toBeNull()
  })
})
