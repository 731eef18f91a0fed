import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Field } from './field'
import { Input } from './input'
import { PasswordInput } from './password-input'
import { Select } from './select'

it('names, describes and marks the control it holds', () => {
  render(
    <Field label="Email" hint="Work address" error="Please enter a valid email" required>
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input).toBeInvalid()
  expect(input).toBeRequired()
  expect(input).toHaveAccessibleDescription('Please enter a valid email Work address')
})

it('says nothing of errors while there are none', () => {
  render(
    <Field label="Email">
      <Input />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'Email' })
  expect(input).toBeValid()
  expect(input).not.toHaveAttribute('aria-describedby')
})

it('shows and hides a password and keeps what was typed', async () => {
  const user = userEvent.setup()
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  )
  const input = screen.getByLabelText('Password')
  await user.type(input, 'secret')
  expect(input).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveAttribute('type', 'password')
  expect(input).toHaveValue('secret')
})

it('chooses from a list, and names what is missing until then', async () => {
  const user = userEvent.setup()
  const chosen = vi.fn()
  render(
    <Field label="Role" error="Please choose a role">
      <Select
        placeholder="Choose your role"
        options={[
          { value: 'dj', label: 'DJ' },
          { value: 'artist', label: 'Artist' },
        ]}
        onValueChange={chosen}
      />
    </Field>,
  )
  const control = screen.getByRole('combobox', { name: 'Role' })
  expect(control).toHaveAccessibleDescription('Please choose a role')
  expect(control).toHaveDisplayValue('Choose your role')
  await user.selectOptions(control, 'Artist')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('artist')
  expect(control).toHaveDisplayValue('Artist')
})
