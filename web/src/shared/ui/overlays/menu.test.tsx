// Menus and popovers with the keyboard and the pointer.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '../button'
import { Menu, MenuItem, MenuLink } from './menu'
import { Popover } from './popover'

function openMenu() {
  const chosen = vi.fn()
  render(
    <>
      <Menu trigger={<Button>More</Button>}>
        <MenuLink render={<a href="#profile" />}>View Profile</MenuLink>
        <MenuItem disabled onSelect={() => chosen('never')}>
          Not now
        </MenuItem>
        <MenuItem onSelect={() => chosen('settings')}>Settings</MenuItem>
        <MenuItem onSelect={() => chosen('out')}>Sign Out</MenuItem>
      </Menu>
      <Button>Elsewhere</Button>
    </>,
  )
  return { chosen, user: userEvent.setup(), button: screen.getByRole('button', { name: 'More' }) }
}

const entry = (name: string) => screen.getByRole('menuitem', { name })

it('opens with an arrow, moves over what can be chosen, and wraps', async () => {
  const { user, button } = openMenu()
  button.focus()
  await user.keyboard('{ArrowDown}')
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(entry('View Profile')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(entry('Settings')).toHaveFocus()
  await user.keyboard('{End}{ArrowDown}')
  expect(entry('View Profile')).toHaveFocus()
  await user.keyboard('{ArrowUp}')
  expect(entry('Sign Out')).toHaveFocus()
  await user.keyboard('v')
  expect(entry('View Profile')).toHaveFocus()
})

it('acts with Enter and gives the focus back', async () => {
  const { user, button, chosen } = openMenu()
  button.focus()
  await user.keyboard('{ArrowUp}{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('out')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
})

it('does not act on what is disabled', async () => {
  const { user, button, chosen } = openMenu()
  await user.click(button)
  entry('Not now').click()
  expect(chosen).not.toHaveBeenCalled()
})

it('closes on Escape, and when the person turns elsewhere', async () => {
  const { user, button } = openMenu()
  await user.click(button)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(button).toHaveFocus()
  await user.click(button)
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  expect(screen.queryByRole('menu')).toBeNull()
})

it('holds a popover open while its controls are used, and closes it on Escape', async () => {
  const user = userEvent.setup()
  render(
    <Popover title="Filters" trigger={<Button>Filter</Button>}>
      <Button>Reset</Button>
    </Popover>,
  )
  const button = screen.getByRole('button', { name: 'Filter' })
  await user.click(button)
  expect(screen.getByRole('dialog', { name: 'Filters' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Reset' }))
  expect(screen.getByRole('dialog', { name: 'Filters' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(button).toHaveFocus()
})
