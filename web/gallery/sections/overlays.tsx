// Overlays: dialogs, the confirmation before a loss, menu, popover, drawer, tooltip.
import { LogOut, SlidersHorizontal, Trash2, User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { Checkbox } from '@/shared/ui/inputs/checkbox'
import { Field } from '@/shared/ui/inputs/field'
import { Input } from '@/shared/ui/inputs/input'
import { PasswordInput } from '@/shared/ui/inputs/password-input'
import { Select } from '@/shared/ui/inputs/select'
import { confirm } from '@/shared/ui/overlays/confirm'
import { Dialog } from '@/shared/ui/overlays/dialog'
import { Drawer } from '@/shared/ui/overlays/drawer'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '@/shared/ui/overlays/menu'
import { Popover } from '@/shared/ui/overlays/popover'
import { Panel } from '@/shared/ui/panel'
import { toast } from '@/shared/ui/toast/toast'

export function OverlaysSection() {
  const [pending, setPending] = useState(false)
  const [formOpen, setFormOpen] = useState(false)
  const [longOpen, setLongOpen] = useState(false)
  const [drawerOpen, setDrawerOpen] = useState(false)

  async function remove() {
    const agreed = await confirm({
      title: 'Are you sure you want to delete this beat?',
      description: 'Midnight Drive and its file are removed for good.',
      confirmLabel: 'Delete',
    })
    toast.info(agreed ? 'Deleted' : 'Kept')
  }

  return (
    <Panel title="Overlays" solid>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setFormOpen(true)}>Dialog with a form</Button>
        <Button onClick={() => setLongOpen(true)}>Long dialog</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />} onClick={remove}>
          Delete
        </Button>
        <Menu align="start" trigger={<Button>Menu</Button>}>
          <MenuLink icon={<User aria-hidden />} render={<a href="#profile">View Profile</a>}>
            View Profile
          </MenuLink>
          <MenuItem icon={<SlidersHorizontal aria-hidden />}>Settings</MenuItem>
          <MenuItem disabled>Not now</MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<LogOut aria-hidden />}>
            Sign Out
          </MenuItem>
        </Menu>
        <Popover title="Filters" align="start" trigger={<Button>Popover</Button>}>
          <div className="grid gap-1">
            <Checkbox label="Completed" checked onCheckedChange={() => {}} />
            <Checkbox label="Pending" checked={false} onCheckedChange={() => {}} />
          </div>
        </Popover>
        <Button onClick={() => setDrawerOpen(true)}>Drawer</Button>
      </div>
      <Dialog
        open={formOpen}
        onOpenChange={setFormOpen}
        title="Create Goal"
        description="What you save for, how much and until when."
        dismissible={!pending}
        onSubmit={(event) => {
          event.preventDefault()
          setPending(true)
          setTimeout(() => {
            setPending(false)
            setFormOpen(false)
          }, 800)
        }}
        footer={
          <>
            <Button disabled={pending} onClick={() => setFormOpen(false)}>
              Cancel
            </Button>
            <Button variant="primary" type="submit" pending={pending} pendingLabel="Creating...">
              Create Goal
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <Field label="Title">
            <Input defaultValue="New monitor pair" />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Target amount">
              <Input figures="amount" defaultValue="4,000.00" />
            </Field>
            <Field label="Target date">
              <Input type="date" defaultValue="2027-03-01" />
            </Field>
          </div>
          <Field label="Category">
            <Select options={[{ value: 'business', label: 'Business' }]} defaultValue="business" />
          </Field>
          <Field label="Current password">
            <PasswordInput />
          </Field>
        </div>
      </Dialog>
      <Dialog
        open={longOpen}
        onOpenChange={setLongOpen}
        title="A body longer than the screen"
        footer={<Button onClick={() => setLongOpen(false)}>Done</Button>}
      >
        {Array.from({ length: 40 }, (_, line) => `Line ${line + 1}`).map((line) => (
          <p key={line} className="py-1">
            {line}
          </p>
        ))}
      </Dialog>
      <Drawer open={drawerOpen} onOpenChange={setDrawerOpen} label="Menu">
        <p className="p-6 pt-16">The sidebar lives here on a narrow screen.</p>
      </Drawer>
    </Panel>
  )
}
