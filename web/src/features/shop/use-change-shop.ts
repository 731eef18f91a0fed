// Saves settings of the public page at once, and shows a toast if the server refuses.
import { type ShopChange, useUpdateShop } from '@/entities/shop/shop'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { shop as copy } from '@/shared/copy/shop/shop'
import { toast } from '@/shared/ui/toast/toast'

export function useChangeShop() {
  const { mutate } = useUpdateShop()
  return (change: ShopChange) =>
    mutate(change, {
      onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
    })
}
