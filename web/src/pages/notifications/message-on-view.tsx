// The dialog of the message whose id is in the address. The message stays while the dialog fades out. If it no longer
// exists, a toast reports that and the address is cleared.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Message, messagesQuery } from '@/entities/messages/messages'
import { MessageDialog } from '@/features/messages/message-dialog'
import { TOASTS } from '@/shared/config/limits'
import { PATHS } from '@/shared/config/paths'
import { messages as copy } from '@/shared/copy/shop/shop'
import { usePagedRows } from '@/shared/ui/lists/use-paged-rows'
import { toast } from '@/shared/ui/toast/toast'

export function MessageOnView({ id, onClose }: { id?: string; onClose: () => void }) {
  const { rows, isLoaded, hasNextPage, isLoadingMore, loadMore } = usePagedRows(messagesQuery)
  const navigate = useNavigate()
  const found = rows.find((message) => message.id === id)
  const last = useRef<Message>(undefined)
  if (found) last.current = found
  const leave = useRef(onClose)
  leave.current = onClose
  useEffect(() => {
    if (id === undefined || found !== undefined || !isLoaded || isLoadingMore) return
    if (hasNextPage) return loadMore()
    toast.error(copy.gone, TOASTS.other)
    leave.current()
  }, [id, found, isLoaded, hasNextPage, isLoadingMore, loadMore])
  if (last.current === undefined) return null
  return (
    <MessageDialog
      key={last.current.id}
      open={id !== undefined && found !== undefined}
      onClose={onClose}
      onOffer={(offer) => navigate({ to: PATHS.offers, params: { id: offer } })}
      message={last.current}
    />
  )
}
