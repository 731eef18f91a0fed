// The license prices of several beats at once. The kinds of license are the same for all of them.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pricesQuery } from '@/entities/prices/prices'
import { TOASTS } from '@/shared/config/limits'
import { beatPrices as copy } from '@/shared/copy/library/beat'
import { toast } from '@/shared/ui/toast/toast'
import { PriceDialog } from './price-dialog'

type BulkPriceDialogProps = { open: boolean; onClose: () => void; ids: readonly string[] }

export function BulkPriceDialog({ open, onClose, ids }: BulkPriceDialogProps) {
  const { data, error } = useQuery(pricesQuery(ids[0] ?? ''))
  const isFailed = error !== null && data === undefined
  useEffect(() => {
    if (!isFailed) return
    toast.error(copy.failed, TOASTS.other)
    onClose()
  }, [isFailed, onClose])
  if (data === undefined) return null
  return (
    <PriceDialog
      open={open}
      onClose={onClose}
      ids={ids}
      isMany
      title={copy.titleMany(ids.length)}
      prices={data}
    />
  )
}
