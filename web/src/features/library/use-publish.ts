// Puts beats on the public page or takes them off it, and shows the result as a toast.
import { usePublishBeats } from '@/entities/shop/shop'
import { errorMessageOf } from '@/shared/api/error'
import { TOASTS } from '@/shared/config/limits'
import { calls } from '@/shared/copy/calls'
import { publicBeats as copy } from '@/shared/copy/shop/shop'
import { toast } from '@/shared/ui/toast/toast'

export function usePublish() {
  const { mutate } = usePublishBeats()
  return (ids: readonly string[], isPublic: boolean) =>
    mutate(
      { ids, isPublic },
      {
        onSuccess: () =>
          toast.success(isPublic ? copy.published(ids.length) : copy.unpublished(ids.length), TOASTS.success),
        onError: (error) => toast.error(errorMessageOf(error, copy.failed) ?? calls.offline, TOASTS.other),
      },
    )
}
