// The dialog of a sale together with the dialog that adds a client from within it.
import type { Sale } from '@/entities/sales/sale'
import { ClientDialog } from '@/features/clients/client-dialog'
import { SaleDialog } from '@/features/sales/sale-dialog'

type SaleEditorProps = { open: boolean; onClose: () => void; sale?: Sale }

export function SaleEditor(props: SaleEditorProps) {
  return (
    <SaleDialog {...props} newClientForm={({ serial, ...form }) => <ClientDialog key={serial} {...form} />} />
  )
}
