// Dialogs and confirmations: the focus moves in, cannot leave, and returns.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from '../button'
import { Field } from '../inputs/field'
import { Input } from '../inputs/input'
import { confirm } from './confirm'
import { ConfirmHost } from './confirm-host'
import { Dialog } from './dialog'

function Opener({ dismissible, onSubmit }: { dismissible?: boolean; onSubmit?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create Goal</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Goals"
        description="What you save for"
        dismissible={dismissible}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
        footer={<Button type="submit">Save</Button>}
      >
        <Field label="Title">
          <Input />
        </Field>
      </Dialog>
    </>
  )
}

it('puts the focus on the first field and gives it back on Escape', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Create Goal' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Goals' })
  expect(dialog).toHaveAccessibleDescription('What you save for')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(opener).toHaveFocus())
})

it('submits its form with Enter', async () => {
  const user = userEvent.setup()
  const submitted = vi.fn()
  render(<Opener onSubmit={submitted} />)
  await user.click(screen.getByRole('button', { name: 'Create Goal' }))
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Monitors{Enter}')
  expect(submitted).toHaveBeenCalledOnce()
})

it('cannot be walked away from while work is under way', async () => {
  const user = userEvent.setup()
  render(<Opener dismissible={false} />)
  await user.click(screen.getByRole('button', { name: 'Create Goal' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
})

it('asks before a loss, with the focus on the way back', async () => {
  const user = userEvent.setup()
  render(<ConfirmHost />)
  const first = confirm({ title: 'Delete this beat?', confirmLabel: 'Delete' })
  const second = confirm({ title: 'Delete that one too?', confirmLabel: 'Delete' })
  await screen.findByRole('alertdialog', { name: 'Delete this beat?' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await expect(first).resolves.toBe(true)
  await screen.findByRole('alertdialog', { name: 'Delete that one too?' })
  await user.keyboard('{Escape}')
  await expect(second).resolves.toBe(false)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
