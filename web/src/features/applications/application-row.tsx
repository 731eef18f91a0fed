// One application: its title, organization, amount and status, and its actions.
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import {
  APPLICATION_STATUSES,
  type Application,
  type ApplicationStatus,
} from '@/entities/applications/application'
import { applications as copy } from '@/shared/copy/applications'
import { formatAmount } from '@/shared/lib/money/money'
import { dayText } from '@/shared/lib/time/calendar'
import { IconButton } from '@/shared/ui/icon-button'
import { Select } from '@/shared/ui/inputs/select'
import { Menu, MenuItem, MenuSeparator } from '@/shared/ui/overlays/menu'

export type ApplicationHandlers = {
  onStatus: (application: Application, status: ApplicationStatus) => void
  onEdit: (application: Application) => void
  onDelete: (application: Application) => void
}

const STATUS_OPTIONS = APPLICATION_STATUSES.map((value) => ({ value, label: copy.statuses[value] }))

export function ApplicationRow({
  application,
  handlers,
}: {
  application: Application
  handlers: ApplicationHandlers
}) {
  const { title, organization, type, amount, currency, status, submitted_at, created_at, notes } = application
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[minmax(0,1fr)_130px_160px_auto] items-center gap-x-4 gap-y-2 px-(--pad) py-3 border-t border-line">
      <div className="min-w-0">
        <h3 className="text-14 font-medium break-words">{title}</h3>
        <p className="text-12 text-ink-3 break-words">
          {`${organization} · ${copy.types[type]} · `}
          <span className="num whitespace-nowrap">
            {submitted_at === null
              ? copy.begunOn(dayText(created_at.slice(0, 10)))
              : copy.submittedOn(dayText(submitted_at.slice(0, 10)))}
          </span>
        </p>
        {notes ? <p className="mt-1 text-12 text-ink-2 whitespace-pre-line break-words">{notes}</p> : null}
      </div>
      <span className="num text-right max-md:order-3 max-md:text-left">
        {amount === null ? null : formatAmount(amount, currency)}
      </span>
      <Select
        aria-label={copy.statusOf(title)}
        value={status}
        options={STATUS_OPTIONS}
        onValueChange={(next) => handlers.onStatus(application, next)}
        className="max-md:order-5 max-md:col-span-2"
      />
      <span className="max-md:order-2 max-md:self-start max-md:justify-self-end">
        <Menu
          trigger={
            <IconButton
              size="sm"
              tooltip={false}
              label={copy.actionsOf(title)}
              icon={<Ellipsis aria-hidden className="size-[18px]" />}
            />
          }
        >
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => handlers.onEdit(application)}>
            {copy.edit}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => handlers.onDelete(application)}>
            {copy.delete}
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}
