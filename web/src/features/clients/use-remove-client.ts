// Deletes a client, with a few seconds to undo it.
import type { Client } from '@/entities/clients/client'
import { useDeleteClient } from '@/entities/clients/mutations'
import { clients as copy } from '@/shared/copy/clients'
import { removeWithUndo } from '@/shared/lib/removals'

export function useRemoveClient(): (client: Client) => void {
  const send = useDeleteClient()
  return ({ id }) =>
    removeWithUndo({ id, text: copy.deleted, send: () => send(id), failed: copy.deleteFailed })
}
