// The dialogs of the commands of the search: recording a sale, adding a client. Loaded with the first command.
import { ClientDialog } from '@/features/clients/client-dialog'
import { SaleEditor } from '@/pages/sale-editor'
import type { DialogCommand } from '../shell/find-places'

type CommandHostProps = { command: DialogCommand; open: boolean; onClose: () => void }

export function CommandHost({ command, open, onClose }: CommandHostProps) {
  return command === 'record-sale' ? (
    <SaleEditor open={open} onClose={onClose} />
  ) : (
    <ClientDialog open={open} onClose={onClose} />
  )
}
